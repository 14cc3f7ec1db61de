import Joi from 'joi';
import {secretText} from '#api/http/fields.ts';

export interface CommandCookie {
	name: string;
	value: string;
	domain?: string | null;
	path?: string | null;
}

export interface CommandProxy {
	/** Prowlarr sends an empty object when it has no proxy. */
	url?: string | null;
	username?: string | null;
	password?: string | null;
}

/** A command in FlareSolverr's format. Null means "not given", because programs in Python and C# send it that way. */
export interface Command {
	cmd?: string | null;
	url?: string | null;
	postData?: string | null;
	session?: string | null;
	session_ttl_minutes?: number | null;
	maxTimeout?: number | null;
	cookies?: CommandCookie[] | null;
	proxy?: CommandProxy | null;
	returnOnlyCookies?: boolean | null;
	returnScreenshot?: boolean | null;
	waitInSeconds?: number | null;
	disableMedia?: boolean | null;
	tabs_till_verify?: number | null;
}

const text = (longest: number) => Joi.string().allow(null, '').max(longest);
const flag = Joi.boolean().allow(null);
const longestCookie = 8192;

const cookie = Joi.object<CommandCookie, true>({
	name: Joi.string().max(longestCookie).required(),
	value: Joi.string().allow('').max(longestCookie).required(),
	domain: text(255),
	path: text(2000),
}).unknown(true);

const proxy = Joi.object<CommandProxy, true>({
	url: Joi.string()
		.allow(null, '')
		.max(1000)
		.pattern(/^(?:https?|socks[45]):\/\/[^\s/?#\\]+\/?$/, 'an address that begins with http://, https://, socks4:// or socks5://'),
	username: text(500),
	password: secretText(500),
}).unknown(true);

export interface KeyParams {
	key: string;
}
/** A path that cannot contain a key is not an address of ours. */
export const keyParams = Joi.object<KeyParams, true>({
	key: Joi.string()
		.pattern(/^[\w-]{20,200}$/)
		.required(),
});

/** Old clients send fields that no longer exist, so unknown fields are ignored. */
export const command = Joi.object<Command, true>({
	cmd: text(100).description('request.get, request.post, sessions.create, sessions.list or sessions.destroy.'),
	url: text(2000),
	postData: text(1_000_000).description('URL-encoded fields of request.post.'),
	session: text(100).description('Created if it does not exist.'),
	session_ttl_minutes: Joi.number().min(0).allow(null).description('An older session is recreated; 0 means never.'),
	maxTimeout: Joi.number().allow(null).description('Milliseconds, at most 300000; 60000 if not given or less than 1.'),
	cookies: Joi.array().items(cookie).max(100).allow(null).description('Set before the page is opened.'),
	proxy: proxy.allow(null).description('For this request or new session; a request with a session uses the proxy of the session.'),
	returnOnlyCookies: flag,
	returnScreenshot: flag,
	waitInSeconds: Joi.number().min(0).max(300).allow(null).description('Seconds to wait between the end of the challenge and the answer.'),
	disableMedia: flag.description('Images, fonts and style sheets are not loaded.'),
	tabs_till_verify: Joi.number().allow(null).description('Ignored: the checkbox of a widget is found without counting tabs.'),
})
	.unknown(true)
	.example({cmd: 'request.get', url: 'https://indexer.example/', maxTimeout: 60_000});
