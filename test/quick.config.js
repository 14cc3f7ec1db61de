import browser from './browser.config.js';

// biome-ignore lint/style/noDefaultExport: AVA reads the default export.
export default {
	files: ['test/**/*.test.ts', '!test/peers/**', ...browser.files.map(file => `!${file}`)],
	extensions: ['ts'],
	timeout: '60s',
};
