import type {LoginStep} from '#shared/domain/definitions/build-login.ts';
import {dayMs} from '#shared/domain/durations.ts';
import {Invalid, UpstreamFailed} from '#shared/errors.ts';
import {siteOf} from '#shared/site-of.ts';
import {createLoginSessions} from '../../login-sessions.ts';
import type {IndexerDeps} from '../indexer.ts';
import {isLimit, siteWords, statusAndWords} from '../site-words.ts';
import {createCookieJar} from './cookie-jar.ts';
import {hostOf, logIn, readable, type SiteSession} from './log-in.ts';
import type {OpenSite} from './open-site.ts';
import {otherAddress} from './other-links.ts';
import {type ReplyOfSite, type RequestOfSite, sendToSite} from './send-to-site.ts';
import type {SiteDeps} from './site-deps.ts';

export type VisitDeps = Pick<IndexerDeps, 'http' | 'now' | 'network' | 'solver' | 'takeSlot' | 'takeAnswer'> & {sites: SiteDeps};

/** Sends requests to one site, logged in. */
export interface SiteVisit {
	/**
	 * Sends a request, and once more after another login when the site has forgotten us. What `accept` takes is
	 * returned as it is; a reply without it that shows no login either is marked. Throws Invalid
	 * `authentication_failed` and `captcha_needed`; UpstreamFailed `site_moved`, `site_failed` and those of
	 * `sendToSite`.
	 */
	ask(request: RequestOfSite, accept?: (reply: ReplyOfSite) => boolean): Promise<ReplyOfSite & {isStranger?: boolean}>;
	/**
	 * Leaves a login alone that changed nothing, as one that the site refused. Throws Invalid `authentication_failed`.
	 */
	giveUp(): Promise<never>;
	/** Begins a login for a person, who may be asked for the answer to a captcha. True when that was not needed. */
	showCaptcha(): Promise<boolean>;
	/** Ends the login that the captcha belongs to. Throws what `ask` throws, and Conflict `captcha_gone`. */
	answerCaptcha(answer: string): Promise<void>;
	/** Whether a reply shows that we are not logged in any more. */
	isForgotten(reply: ReplyOfSite): Promise<boolean>;
}

const sessionMs = 30 * dayMs;

export function visitSite(site: OpenSite, deps: VisitDeps, signal: AbortSignal): SiteVisit {
	const {settings, account, question} = site;
	const unsavedId = `unsaved-${account}`;
	const sessionsOf = (id: string) =>
		createLoginSessions<SiteSession>(
			{
				name: 'site-session',
				id,
				title: settings.name,
				account,
				lease: `site-login-${id}`,
				ttlMs: sessionMs,
				isSame: (one, other) => one.id === other.id,
			},
			deps.sites,
		);
	const sessions = sessionsOf(settings.id || unsavedId);
	let mayTakeOver = settings.id !== '';
	const send = (request: RequestOfSite, jar: ReturnType<typeof createCookieJar>) => sendToSite(site, request, {jar, deps, signal});
	let step: LoginStep | null = null;
	let session: SiteSession | null = null;
	/** This visit has logged in, and nothing has shown yet that it did. */
	let isUnproven = false;
	let jar = createCookieJar([], deps.now);

	async function enter(person: {answer: string | null} | null = null): Promise<LoginStep> {
		step ??= await site.ask('login', {question});
		if (step.kind === 'cookie' && step.cookie === '') {
			throw new Invalid('authentication_failed', `${settings.name} needs the cookie of a browser that is logged in. Enter it.`);
		}
		if ((step.kind === 'request' || step.kind === 'page') && session === null) {
			const {refusedLogins, captchas, note} = deps.sites;
			const done = {indexerId: settings.id, indexerName: settings.name, action: 'login', subject: null} as const;
			const noteLogin = async (error: string | null) => {
				await (settings.id && note({...done, error, answerMs: null, requests: 0, releases: 0}));
			};
			const sent = step;
			const login = {site, step: sent, send, refusedLogins, captchas, person, note: noteLogin, now: deps.now};
			// Settings that were tried before they were stored are logged in, some with a code that counts once.
			const tried = async () => (mayTakeOver ? sessionsOf(unsavedId).find() : null);
			const begin = async () => {
				isUnproven = true;
				return logIn(login);
			};
			session = await sessions.get(async () => (await tried()) ?? begin(), signal);
			jar = createCookieJar(session.cookies, deps.now);
		}
		return step;
	}

	/** A failure of the site says nothing about the login. */
	const isForgotten = async (reply: ReplyOfSite) => reply.status < 500 && site.ask('isLoggedOut', {reply: readable(reply)});

	/** Some sites show their login page again instead of saying that a password is wrong. */
	async function giveUp(message = strange(settings.name)): Promise<never> {
		await deps.sites.refusedLogins.recordFailure(account, {message}, deps.now());
		throw new Invalid('authentication_failed', message);
	}

	const isOwn = (location: string) => {
		const url = URL.parse(location);
		return url !== null && site.allowed.has(siteOf(url));
	};

	/** The reply to the same request after another login; the first one if a login was just before it. */
	async function askAgain(request: RequestOfSite, reply: ReplyOfSite): Promise<ReplyOfSite> {
		if (isUnproven) {
			return reply;
		}
		if (session) {
			await Promise.all([sessions.forget(session), sessionsOf(unsavedId).forget(session)]);
			session = null;
			mayTakeOver = false;
		}
		await enter();
		return send(request, jar);
	}

	return {
		isForgotten,
		giveUp,
		async showCaptcha() {
			try {
				await enter({answer: null});
			} catch (error) {
				if (error instanceof Invalid && error.code === 'captcha_needed') {
					return false;
				}
				throw error;
			}
			await deps.sites.captchas.end(settings.id);
			return true;
		},
		async answerCaptcha(answer) {
			await enter({answer});
			await deps.sites.captchas.end(settings.id);
		},
		async ask(request, accept) {
			const {kind} = await enter();
			const reply = await send(request, jar);
			if (accept?.(reply)) {
				return reply;
			}
			// When the downloads are used up, another login brings no more of them.
			const isLimited = accept !== undefined && isLimit(siteWords(reply.http.body));
			if (kind === 'none' || isLimited || !(await isForgotten(reply))) {
				isUnproven = false;
				return checked(reply, site);
			}
			if (kind === 'cookie') {
				throw new Invalid(
					'authentication_failed',
					`${settings.name} does not accept the cookie any more. Log in with a browser and enter its new cookie.`,
				);
			}
			const second = await askAgain(request, reply);
			if (accept?.(second)) {
				return second;
			}
			if (accept || !(await isForgotten(second))) {
				isUnproven = false;
				return checked(second, site);
			}
			if (second.location !== null && isOwn(second.location)) {
				await giveUp();
			}
			if (isRefusal(second)) {
				await giveUp(refusal(settings.name, String(second.status)));
			}
			return Object.assign(checked(second, site), {isStranger: true});
		},
	};
}

function checked(reply: ReplyOfSite, {settings: {name, url}}: OpenSite): ReplyOfSite {
	if (reply.location !== null) {
		throw new UpstreamFailed(
			'site_moved',
			`${name} leads to ${placeOf(reply.location, url)} instead of an answer. Check its address and its login.`,
			{links: otherAddress(reply.location, url)},
		);
	}
	if (isRefusal(reply)) {
		throw new Invalid('authentication_failed', refusal(name, said(reply)));
	}
	if (reply.status !== 200) {
		throw new UpstreamFailed('site_failed', `${name} answers ${said(reply)}. It is tried again later.`);
	}
	return reply;
}

const maxPath = 100;

/** The path if it is at the same host; queries may hold keys. */
function placeOf(location: string, url: string): string {
	const to = URL.parse(location);
	return to?.host === URL.parse(url)?.host ? (to?.pathname.slice(0, maxPath) ?? '') : hostOf(location);
}

const isRefusal = ({status}: ReplyOfSite) => status === 401 || status === 403;
const said = ({status, http}: ReplyOfSite) => statusAndWords(status, siteWords(http.body));
const refusal = (name: string, why: string) => `${name} refuses us (${why}). Correct its key, password or cookie.`;
const strange = (name: string) =>
	`${name} took the login, but does not show what those see who are logged in. Check the user name and the password.`;
