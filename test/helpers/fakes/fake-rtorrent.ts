import type {ExecutionContext} from 'ava';
import {serveReplies} from '../serve-replies.ts';

const value = (content: string) =>
	`<?xml version="1.0"?><methodResponse><params><param><value>${content}</value></param></params></methodResponse>`;
const fault = `<?xml version="1.0"?><methodResponse><fault><value><struct><member><name>faultCode</name><value><i4>-501</i4></value></member><member><name>faultString</name><value><string>Could not find info-hash.</string></value></member></struct></value></fault></methodResponse>`;

const fileRow = '<value><string>Film/film.mkv</string></value><value><i8>7</i8></value>';

export interface FakeRtorrent {
	url: string;
	/** The bodies of all calls. */
	calls: string[];
}

/** An rTorrent behind its web server, with one torrent of the label `my films`, once it is added; `path` is XML. */
export async function fakeRtorrent(
	t: ExecutionContext,
	{hash, path, isThere = false}: {hash: string; path: string; isThere?: boolean},
): Promise<FakeRtorrent> {
	const calls: string[] = [];
	let has = isThere;
	const row = [hash.toUpperCase(), 'The &amp; Lamp', path, 'my%20films']
		.map(text => `<value><string>${text}</string></value>`)
		.concat([1000, 400, 20, 1500, 1, 0, 0, 3, 1].map(number => `<value><i8>${number}</i8></value>`))
		.concat(['', '', ''].map(() => '<value><string></string></value>'))
		.concat('<value><i8>0</i8></value>')
		.join('');
	const url = await serveReplies(t, ({path: asked, body, headers}) => {
		if (asked !== '/RPC2' || !headers.authorization) {
			return {status: asked === '/RPC2' ? 401 : 404, body: ''};
		}

		const text = body.toString();
		calls.push(text);
		const method = /<methodName>([^<]*)</.exec(text)?.[1] ?? '';
		const answers: Record<string, () => string> = {
			'system.client_version': () => value('<string>0.9.8</string>'),
			'd.name': () => (has ? value('<string>The Lamp</string>') : fault),
			'load.raw_start': () => {
				has = true;
				return value('<i4>0</i4>');
			},
			'f.multicall': () => value(`<array><data><value><array><data>${fileRow}</data></array></value></data></array>`),
			'd.stop': () => value('<i4>0</i4>'),
			'd.start': () => value('<i4>0</i4>'),
			'd.priority.set': () => value('<i4>0</i4>'),
			'd.erase': () => {
				has = false;
				return value('<i4>0</i4>');
			},
			'd.multicall2': () => value(`<array><data>${has ? `<value><array><data>${row}</data></array></value>` : ''}</data></array>`),
		};
		return {body: answers[method]?.() ?? fault};
	});
	return {url, calls};
}
