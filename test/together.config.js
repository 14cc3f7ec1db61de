export default {
	files: ['test/together/*.ts', 'test/**/*.test.ts', 'test/**/*.sweep.ts', '!test/peers/**'],
	// A lane takes longest, so that it begins first.
	sortTestFiles: (one, other) => Number(other.includes('/together/')) - Number(one.includes('/together/')) || (one < other ? -1 : 1),
	extensions: ['ts'],
	require: ['./test/helpers/end-thread.ts'],
	timeout: '20m',
};
