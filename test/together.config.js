// biome-ignore lint/style/noDefaultExport: AVA reads the default export.
export default {
	files: ['test/together/*.ts'],
	extensions: ['ts'],
	timeout: '60s',
};
