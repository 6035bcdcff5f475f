// All tests, in one process with one browser: `node all.js`, or `node all.js WORD` for the tests whose names
// contain a word. LOA names the program. PICTURES names a folder for pictures of the views, which are otherwise not
// taken.

import './addresses.js';
import './play.js';
import './clock.js';
import './explore.js';
import './faults.js';
import './gallery.js';
import './pending.js';
import './perfect.js';
import './site.js';
import './views.js';
import './window.js';
import { runAll } from './harness.js';

runAll();
