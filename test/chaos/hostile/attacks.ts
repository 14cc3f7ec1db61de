/** A request of a hostile caller. */
export interface Attack {
	method: 'GET' | 'POST';
	path: string;
	/** Whose rights it has: none, or those of a user's session. */
	withSession: boolean;
	body?: string;
	/** Keeps the reply open, as an event stream. */
	isHeld?: true;
}

const mebi = 1024 * 1024;
const deepest = 31;
const loginBytes = 4000;

/** As large as a body may be, with as many fields, faults and levels as it may have. */
function worstBodies(): string[] {
	const fields = Object.fromEntries(Array.from({length: 4990}, (_, n) => [`field${n}`.padEnd(190, 'x'), n]));
	const tags = {metaId: 1, rootFolderPath: '/', tags: Array.from({length: 4980}, (_, n) => ({[`a${n}`]: n}))};
	const deep = `${'{"a":'.repeat(deepest)}1${'}'.repeat(deepest)}`;
	const long = {metaId: 1, rootFolderPath: '/'.padEnd(mebi - 200, 'a/')};
	const shortNames = `{${Array.from({length: 80_000}, (_, n) => `"${n}":0`).join(',')}}`;
	return [JSON.stringify(fields), JSON.stringify(tags), deep, JSON.stringify(long), shortNames, `"${'\\u0000'.repeat(100_000)}"`].filter(
		body => body.length <= mebi,
	);
}

/** Addresses that take long to log if that is not done in linear time. */
const worstAddresses = ['/http://a/'.padEnd(15_000, ')'), `/api/queue?${';key['.repeat(3000)}`, `/api/${'%61/'.repeat(3500)}`];

export const kindsOfAttack = ['bodies', 'searches', 'streams', 'logins'] as const;

/** What each kind of hostile caller sends in turn. It knows its own password. */
export function attacksOf({name, password}: {name: string; password: string}): Readonly<Record<string, readonly Attack[]>> {
	const logIn = (body: string) => ({method: 'POST', path: '/api/auth/login', withSession: false, body}) as const;
	const bodies = worstBodies().flatMap(body =>
		['/api/library/movies', '/api/library/series', '/api/download/grab'].map(
			path => ({method: 'POST', path, withSession: true, body}) as const,
		),
	);
	const addresses = worstAddresses.map(path => ({method: 'GET', path: `${path}x`, withSession: false}) as const);
	return {
		bodies: [...bodies, ...addresses],
		searches: [0, 1, 2, 3].map(n => ({
			method: 'GET',
			path: `/api/search?query=${encodeURIComponent(`${'the '.repeat(100)}${n}`)}&limit=1000`,
			withSession: true,
		})),
		streams: [
			{method: 'GET', path: '/api/queue/events', withSession: false, isHeld: true},
			{method: 'GET', path: '/api/tasks/stream', withSession: true, isHeld: true},
		],
		logins: [
			logIn(JSON.stringify({username: 'admin', password: 'x'.repeat(900)})),
			logIn(JSON.stringify({username: name, password})),
			logIn(`{${'"a":1,'.repeat(loginBytes / 7)}"b":1}`),
			logIn(JSON.stringify({username: 'x'.repeat(mebi / 2), password: 'x'})),
		],
	};
}
