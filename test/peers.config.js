export default {
	files: ['test/peers/**/*.test.ts'],
	extensions: ['ts'],
	require: ['./test/helpers/end-thread.ts'],
};
