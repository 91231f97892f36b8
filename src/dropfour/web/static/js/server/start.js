// Loads the core as early as possible: this module runs before main.js, which has to wait for many others.

import { browserCore } from './answers.js';

void browserCore().catch(() => {});
