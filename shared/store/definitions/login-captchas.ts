import type {Redis} from 'ioredis';
import {createHandOver} from '#shared/coordination/cache.ts';
import type {BrowserCookie} from '#shared/domain/captcha/clearance.ts';
import {dayMs, minuteMs} from '#shared/domain/durations.ts';
import type {Secrets} from '#shared/secrets.ts';

/** A captcha on the login page of a site, with everything that sending its answer needs; or a request for a code. */
export interface LoginCaptcha {
	/** Identifies the credentials of the login. */
	account: string;
	/** In base64; null for a question in words. */
	picture: string | null;
	/** The question in words; null for a picture, and for a code. */
	question: string | null;
	/** The field of the form that takes the answer; for a code, the setting that takes it. */
	input: string;
	/** The page with the form, and its address; null for a new code of a second device. */
	page: {url: string; body: string} | null;
	cookies: BrowserCookie[];
	/** ISO time; the site may forget it earlier. */
	expiresAt: string;
}

/** Milliseconds for which a captcha can be answered. Sites forget theirs after a quarter of an hour to half of one. */
const captchaMs = 15 * minuteMs;
/** Milliseconds for which the indexer is listed as waiting for an answer, unless a login succeeds. */
const neededMs = 30 * dayMs;
/** Milliseconds for which a used code is not sent again. If Redis forgets it, the site refuses it. */
const spentMs = 400 * dayMs;

/** Captchas of logins that wait for a person, sealed in Redis, at most one for each indexer. */
export interface LoginCaptchas {
	/** Stores it, and notes that a person is needed. */
	ask(indexerId: string, captcha: Omit<LoginCaptcha, 'expiresAt'>, now: Date): Promise<void>;
	/** Null when there is none, or when it has expired. */
	find(indexerId: string): Promise<LoginCaptcha | null>;
	/** Like `find`, and removes it: each is answered once. */
	take(indexerId: string): Promise<LoginCaptcha | null>;
	/** The login succeeded, so no person is needed any more. */
	end(indexerId: string): Promise<void>;
	/** Notes that the code in these credentials was sent. */
	spendCode(account: string): Promise<void>;
	/** Whether it was sent; no site accepts it twice. */
	isCodeSpent(account: string): Promise<boolean>;
	/** The ids among these whose indexers need a person. */
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
	const captchas = createHandOver<LoginCaptcha>({redis, prefix, secrets, name: 'login-captcha', ttlMs: captchaMs});
	const needed = createHandOver<true>({redis, prefix, name: 'captcha-needed', ttlMs: neededMs});
	const spent = createHandOver<true>({redis, prefix, name: 'spent-code', ttlMs: spentMs});
	return {
		async ask(indexerId, captcha, now) {
			await captchas.put(indexerId, {...captcha, expiresAt: new Date(now.getTime() + captchaMs).toISOString()});
			await needed.put(indexerId, true);
		},
		find: captchas.get,
		take: captchas.take,
		async end(indexerId) {
			await Promise.all([captchas.drop(indexerId), needed.drop(indexerId)]);
		},
		spendCode: account => spent.put(account, true),
		isCodeSpent: async account => (await spent.get(account)) !== null,
		async needing(indexerIds) {
			const found = await needed.getAll(indexerIds);
			return indexerIds.filter((_id, index) => found[index]);
		},
	};
}
