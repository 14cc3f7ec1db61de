import {randomUUID} from 'node:crypto';
import type {BrowserCookie} from '#shared/domain/captcha/clearance.ts';
import type {LoginRequest, LoginStep} from '#shared/domain/definitions/build-login.ts';
import type {Pairs} from '#shared/domain/definitions/definition.ts';
import {Invalid, UpstreamFailed} from '#shared/errors.ts';
import {indexerFamily} from '#shared/providers/indexers.ts';
import {sentTo} from '../../guarded-client.ts';
import {hider} from '../../http/without-secrets.ts';
import {createCookieJar} from './cookie-jar.ts';
import type {OpenSite} from './open-site.ts';
import type {ReplyOfSite, RequestOfSite} from './send-to-site.ts';
import type {SiteDeps} from './site-deps.ts';

export interface SiteSession {
	id: string;
	cookies: BrowserCookie[];
}

type Jar = ReturnType<typeof createCookieJar>;
type Send = (request: RequestOfSite, jar: Jar) => Promise<ReplyOfSite>;
type SentLogin = Extract<LoginStep, {request: LoginRequest}>;

interface LogIn {
	site: OpenSite;
	step: SentLogin;
	send: Send;
	refusedLogins: SiteDeps['refusedLogins'];
	/** Told of each login that was tried; null for a success. */
	note(error: string | null): Promise<void>;
	now(): Date;
}

/**
 * Logs in once. Throws Invalid `authentication_failed` with what the site says, `captcha_needed` when only a person can
 * go on, and both also while the same credentials are left alone after a refusal; UpstreamFailed `site_failed`.
 */
export async function logIn({site, step, send, refusedLogins, note, now}: LogIn): Promise<SiteSession> {
	const refused = await refusedLogins.find(site.account, now());
	if (refused) {
		const message = `${refused.message} The same login is not tried again before ${refused.until.toISOString()}.`;
		throw new Invalid('authentication_failed', message);
	}
	const jar = createCookieJar([], now);
	try {
		await followSteps(site, step, request => send(request, jar));
	} catch (error) {
		if (error instanceof Invalid) {
			// The words of a site may quote the password, and these are stored.
			const hide = hider(sentTo(indexerFamily, {...site.settings, kind: 'definition'}));
			await refusedLogins.recordFailure(site.account, {message: hide(error.message)}, now());
			await note(hide(error.message));
		}
		throw error;
	}
	await Promise.all([refusedLogins.recordSuccess(site.account), note(null)]);
	return {id: randomUUID(), cookies: jar.cookies()};
}

type SendStep = (request: RequestOfSite) => Promise<ReplyOfSite>;

async function followSteps(site: OpenSite, step: SentLogin, send: SendStep): Promise<void> {
	const {name} = site.settings;
	const first = await send(step.request);
	throwIfBroken(first, name);
	const reply = step.kind === 'request' ? first : await send(await formOf(first, site, send));
	throwIfBroken(reply, name);
	const fault = await site.ask('loginReply', {question: site.question, reply: readable(reply)});
	if (fault !== null) {
		throw new Invalid('authentication_failed', `${name} refuses the login: ${fault}. Correct the user name, the password or the key.`);
	}
}

/** The form of a page, with the answer to a captcha that asks for no person. */
async function formOf(page: ReplyOfSite, site: OpenSite, send: SendStep): Promise<LoginRequest> {
	const {name} = site.settings;
	if (page.location !== null) {
		throw new UpstreamFailed(
			'site_failed',
			`The login page of ${name} leads to ${hostOf(page.location)}. Check the address of the indexer.`,
		);
	}
	const asked = {question: site.question, page: {url: page.url, body: page.body}};
	const form = await site.ask('loginForm', asked);
	if (form.kind === 'form') {
		return form.request;
	}
	if (form.type !== 'simple') {
		throw new Invalid(
			'captcha_needed',
			`The login page of ${name} shows a captcha that only a person can answer. Log in with a browser and wait until the site asks for none, then test the indexer.`,
		);
	}
	const pictures = await send({method: 'GET', url: form.url, headers: {Referer: page.url}, body: null, followsRedirects: false});
	const answers: Pairs<string> = [
		[form.input, hashIn(pictures.body)],
		['submitme', 'X'],
	];
	const answered = await site.ask('loginForm', {...asked, answers});
	if (answered.kind !== 'form') {
		throw new UpstreamFailed('site_failed', `The login page of ${name} asks for one captcha after another.`);
	}
	return answered.request;
}

/** A list of pictures, the first of which is the right one. */
function hashIn(text: string): string {
	try {
		const hash = (JSON.parse(text) as {images?: {hash?: unknown}[]}).images?.[0]?.hash;
		return typeof hash === 'string' ? hash : '';
	} catch {
		return '';
	}
}

function throwIfBroken({status}: ReplyOfSite, name: string): void {
	if (status >= 500) {
		throw new UpstreamFailed('site_failed', `${name} answers ${status} to the login. It is tried again later.`);
	}
}

export function readable({status, contentType, body}: ReplyOfSite): Pick<ReplyOfSite, 'status' | 'contentType' | 'body'> {
	return {status, contentType, body};
}

export function hostOf(address: string): string {
	return URL.parse(address)?.host || 'another place';
}
