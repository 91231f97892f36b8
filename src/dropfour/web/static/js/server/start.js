// Loads the core as early as possible: this module runs before main.js, which has to wait for many others.

import { isReady } from '../core/browser.js';
import { usesCore } from '../page/site.js';

if (usesCore) void isReady();
