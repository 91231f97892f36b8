// Loads modules of the page, from the package that is tested or from the sources.

import { pathToFileURL } from 'node:url';

export const folder = process.env.DROPFOUR_STATIC ?? new URL('../../../src/dropfour/web/static', import.meta.url).pathname;

export const load = (path) => import(pathToFileURL(`${folder}/js/${path}`).href);
