export default {
	files: ['test/peers/**/*.test.ts'],
	extensions: ['ts'],
};
