// All tests, in one process with one browser: `node all.js`, or `node all.js WORD` for the tests whose names
// contain a word. LOA is the program, PICTURES the folder for pictures of the views.

import './addresses.js';
import './play.js';
import './explore.js';
import './faults.js';
import './files.js';
import './pending.js';
import './perfect.js';
import './site.js';
import './views.js';
import './window.js';
import { runAll } from './harness.js';

runAll();
