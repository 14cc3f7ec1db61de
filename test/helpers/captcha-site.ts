import type {ExecutionContext} from 'ava';
import {account, type PrivateSite, privateSite, siteDefinition} from './fakes/private-site.ts';

/** A picture of one pixel. */
export const captchaPicture = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
);

export interface CaptchaSite {
	site: PrivateSite;
	definition: string;
	/** The answer to the picture that was shown last. */
	answer(): string;
	/** From now on nobody has to read anything. */
	asksNobody(): void;
	picture: Buffer;
}

/** The made-up tracker, which wants a word read from a picture; each page of its login has another one. */
export async function captchaSite(t: ExecutionContext): Promise<CaptchaSite> {
	const site = await privateSite(t);
	let shown = 0;
	let isAsking = true;
	const made: CaptchaSite = {
		site,
		definition: siteDefinition(site.url, {
			login: `login:
  method: form
  path: enter
  form: form#in
  inputs: {u: "{{ .Config.username }}", p: "{{ .Config.password }}"}
  captcha: {type: image, selector: "img.word", input: word}
  error: [{selector: p.alert}]
  test: {path: index, selector: a.bye}`,
		}),
		answer: () => `word${shown}`,
		asksNobody: () => {
			isAsking = false;
		},
		picture: captchaPicture,
	};
	const members = new Set<string>();
	site.answer = ({path, form, headers}, response) => {
		response.setHeader('content-type', 'text/html');
		const isMember = [...members].some(member => headers.cookie?.includes(`known=${member}`));
		switch (path) {
			case '/enter': {
				shown += 1;
				response.setHeader('set-cookie', `visit=${shown}; Path=/`);
				const picture = isAsking ? '<img class="word" src="/word.png">' : '';
				response.end(
					`<form id="in" action="/take" method="post"><input type="hidden" name="token" value="t${shown}"><input name="word">${picture}</form>`,
				);
				return true;
			}
			case '/word.png':
				response.setHeader('content-type', 'image/svg+xml');
				response.end(headers.cookie?.includes(`visit=${shown}`) ? made.picture : 'Who are you?');
				return true;
			case '/take': {
				const isRight =
					form.get('p') === account.password &&
					form.get('token') === `t${shown}` &&
					headers.cookie?.includes(`visit=${shown}`) &&
					(!isAsking || form.get('word') === made.answer());
				members.add(isRight ? `m${shown}` : 'nobody');
				response.setHeader('set-cookie', isRight ? `known=m${shown}; Path=/` : []);
				response.end(isRight ? '<a class="bye">Leave</a>' : '<p class="alert">The word is wrong</p>');
				return true;
			}
			default:
				if (isMember) {
					const [row] = site.rows;
					const rows = `<tr class="one"><td><a class="t" href="/page?id=1">${row?.title}</a></td><td><a class="get" href="/file?id=1">get</a></td><td class="size">1 GB</td></tr>`;
					response.end(`<a class="bye">Leave</a><table>${path === '/list' ? rows : ''}</table>`);
				} else {
					response.writeHead(302, {location: '/enter'}).end();
				}
				return true;
		}
	};
	return made;
}
