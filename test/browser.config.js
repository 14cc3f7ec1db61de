import {globSync, readFileSync} from 'node:fs';

/** Tests that start a browser. It wants a processor for itself, so they run after all others, one file at a time. */
const files = globSync('test/**/*.test.ts').filter(file => readFileSync(file, 'utf8').includes("'#test/helpers/browser.ts'"));

// biome-ignore lint/style/noDefaultExport: AVA reads the default export.
export default {
	files,
	concurrency: 1,
	extensions: ['ts'],
	timeout: '60s',
};
