// The browser that the tests control.

import { chromium } from 'playwright-core';

/** Starts the browser. Root, and users of the machines of hosted runners, cannot have its sandbox. */
export const launch = () =>
	chromium.launch({
		executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
		args: process.getuid?.() === 0 || process.env.CI ? ['--no-sandbox'] : [],
	});
