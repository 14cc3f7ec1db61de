export default {
	files: ['test/together/*.ts'],
	extensions: ['ts'],
	require: ['./test/helpers/end-thread.ts'],
	timeout: '60s',
};
