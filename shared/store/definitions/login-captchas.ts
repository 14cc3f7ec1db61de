import type {Redis} from 'ioredis';
import {createHandOver} from '#shared/coordination/cache.ts';
import type {BrowserCookie} from '#shared/domain/captcha/clearance.ts';
import {dayMs, minuteMs} from '#shared/domain/durations.ts';
import type {Secrets} from '#shared/secrets.ts';

/** A captcha on the page of a login, with all that its answer needs to be sent from there; or a code. */
export interface LoginCaptcha {
	/** Stands for the credentials of the login. */
	account: string;
	/** In base64; null for a question in words. */
	picture: string | null;
	/** The question in words; null for a picture, and for a code. */
	question: string | null;
	/** The field of the form that takes the answer; of a code the setting that takes it. */
	input: string;
	/** The page with the form, and where it was found; null when the answer is a new code of a second device. */
	page: {url: string; body: string} | null;
	cookies: BrowserCookie[];
	/** ISO time; the site may forget it earlier. */
	expiresAt: string;
}

/** Milliseconds for which a captcha is kept. Sites forget theirs after a quarter of an hour to half of one. */
const keptMs = 15 * minuteMs;
/** Milliseconds for which it is told that a captcha has to be answered, unless a login succeeds. */
const neededMs = 30 * dayMs;
/** Milliseconds for which a code that was used is not sent again. If Redis forgets it, the site refuses it. */
const spentMs = 400 * dayMs;

/** Captchas of logins that wait for a person, sealed in Redis, at most one for each indexer. */
export interface LoginCaptchas {
	/** Keeps it, and notes that somebody is needed. */
	ask(indexerId: string, captcha: Omit<LoginCaptcha, 'expiresAt'>, now: Date): Promise<void>;
	/** Null when there is none, or none any more. */
	find(indexerId: string): Promise<LoginCaptcha | null>;
	/** Like `find`, and removes it: each is answered once. */
	take(indexerId: string): Promise<LoginCaptcha | null>;
	/** The login succeeded: nobody is needed any more. */
	end(indexerId: string): Promise<void>;
	/** Notes that the code among these credentials was sent. */
	spendCode(account: string): Promise<void>;
	/** Whether it was: no site takes it again. */
	isCodeSpent(account: string): Promise<boolean>;
	/** Those of these indexers that need somebody. */
	needing(indexerIds: readonly string[]): Promise<string[]>;
}

export function createLoginCaptchas({
	producer: redis,
	prefix,
	secrets,
}: {
	producer: Redis;
	prefix: string;
	secrets: Secrets;
}): LoginCaptchas {
	const kept = createHandOver<LoginCaptcha>({redis, prefix, secrets, name: 'login-captcha', ttlMs: keptMs});
	const needed = createHandOver<true>({redis, prefix, name: 'captcha-needed', ttlMs: neededMs});
	const spent = createHandOver<true>({redis, prefix, name: 'spent-code', ttlMs: spentMs});
	return {
		async ask(indexerId, captcha, now) {
			await kept.put(indexerId, {...captcha, expiresAt: new Date(now.getTime() + keptMs).toISOString()});
			await needed.put(indexerId, true);
		},
		find: kept.get,
		take: kept.take,
		async end(indexerId) {
			await Promise.all([kept.drop(indexerId), needed.drop(indexerId)]);
		},
		spendCode: account => spent.put(account, true),
		isCodeSpent: async account => (await spent.get(account)) !== null,
		async needing(indexerIds) {
			const found = await needed.getAll(indexerIds);
			return indexerIds.filter((_id, index) => found[index]);
		},
	};
}
