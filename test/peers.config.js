// biome-ignore lint/style/noDefaultExport: AVA reads the default export.
export default {
	files: ['test/peers/**/*.test.ts'],
	extensions: ['ts'],
};
