/** The files that run together come first: they take longest. */
const isLane = file => file.includes('/test/together/');

// biome-ignore lint/style/noDefaultExport: AVA reads the default export.
export default {
	files: ['test/together/*.ts', 'test/**/*.test.ts', '!test/peers/**'],
	extensions: ['ts'],
	timeout: '60s',
	sortTestFiles: (left, right) => isLane(right) - isLane(left) || (left < right ? -1 : 1),
};
