export default {
	files: ['test/together/*.ts'],
	extensions: ['ts'],
	timeout: '60s',
};
