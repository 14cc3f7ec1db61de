/** Ways to write the loopback address; all of them reach a server that listens on 127.0.0.1 or ::1. */
export const spellings = {
	dotted: '127.0.0.1',
	name: 'localhost',
	'name with a dot': 'localhost.',
	'name below': 'trap.localhost',
	'name in capitals': 'LOCALHOST',
	decimal: '2130706433',
	octal: '0177.0.0.1',
	'whole octal': '017700000001',
	hex: '0x7f000001',
	'dotted hex': '0x7f.0x0.0x0.0x1',
	mixed: '0x7f.1',
	short: '127.1',
	'wide digits': '１２７．０．０．１',
	'circled digits': '①②⑦.⓪.⓪.①',
	escaped: '%31%32%37.0.0.1',
	unspecified: '0.0.0.0',
	zero: '0',
	'IPv6 loopback': '[::1]',
	'IPv6 loopback in full': '[0:0:0:0:0:0:0:1]',
	'IPv6 unspecified': '[::]',
	'IPv4 in IPv6': '[::ffff:127.0.0.1]',
	'IPv4 in IPv6 as hex': '[::ffff:7f00:1]',
} as const;

export type Spelling = keyof typeof spellings;

/** Written into pages unchanged, because a URL object would normalise all spellings. */
export function trapHost(spelling: Spelling, port: number): string {
	return `${spellings[spelling]}:${port}`;
}
