import {randomUUID} from 'node:crypto';
import type {LoginForm, LoginPage} from '#shared/definitions/login-page.ts';
import type {BrowserCookie} from '#shared/domain/captcha/clearance.ts';
import type {LoginRequest, LoginStep} from '#shared/domain/definitions/build-login.ts';
import type {Pairs} from '#shared/domain/definitions/definition.ts';
import {pictureTypeOf} from '#shared/domain/media/picture-type.ts';
import {Conflict, Invalid, UpstreamFailed} from '#shared/errors.ts';
import {indexerFamily} from '#shared/providers/indexers.ts';
import type {LoginCaptcha} from '#shared/store/definitions/login-captchas.ts';
import {hider, sentTo} from '../../http/without-secrets.ts';
import {createCookieJar} from './cookie-jar.ts';
import type {OpenSite} from './open-site.ts';
import {otherAddress} from './other-links.ts';
import type {ReplyOfSite, RequestOfSite} from './send-to-site.ts';
import type {SiteDeps} from './site-deps.ts';

export interface SiteSession {
	id: string;
	cookies: BrowserCookie[];
}

/** Bytes of a captcha's picture, and characters of the page that it stands on, which are kept for its answer. */
const maxPictureBytes = 256 * 1024;
const maxPageChars = 1024 * 1024;
const maxQuestionChars = 500;

type Jar = ReturnType<typeof createCookieJar>;
type Send = (request: RequestOfSite, jar: Jar) => Promise<ReplyOfSite>;
type SentLogin = Extract<LoginStep, {request: LoginRequest}>;

interface LogIn extends Pick<SiteDeps, 'refusedLogins' | 'captchas'> {
	site: OpenSite;
	step: SentLogin;
	send: Send;
	/**
	 * Null for a login that no person watches. It leaves a captcha that waits for its answer alone, and requests
	 * another one only after a pause.
	 */
	person: {answer: string | null} | null;
	/** Called after each login with its error; null for a success. */
	note(error: string | null): Promise<void>;
	now(): Date;
}

/**
 * Logs in once, or answers the captcha of a login that has begun. Throws Invalid `authentication_failed` with the
 * message of the site, `captcha_needed` when only a person can continue, and both also while the same credentials
 * are not tried again after a refusal; Conflict `captcha_gone`; UpstreamFailed `site_failed`.
 */
export async function logIn(login: LogIn): Promise<SiteSession> {
	const {site, send, refusedLogins, captchas, note, now, person} = login;
	await throwIfPaused(login);
	const begun = typeof person?.answer === 'string' ? await takeCaptcha(site, captchas) : null;
	const jar = createCookieJar(begun?.cookies ?? [], now);
	const hasCode = codeSettings(site).length > 0;
	try {
		await throwIfCodeSpent(login, begun);
		await (hasCode && captchas.spendCode(site.account));
		const {site: entered, step} = await begin(login, begun);
		await followSteps({...login, site: entered}, step, {send: request => send(request, jar), jar});
	} catch (error) {
		if (error instanceof Invalid) {
			// The words of a site may quote the password, and these are stored.
			const hide = hider(sentTo(indexerFamily, {...site.settings, kind: 'definition'}));
			const isCaptcha = error.code === 'captcha_needed';
			// A person who tries settings stores them next, and is shown the captcha only then.
			if (site.settings.id !== '' || !isCaptcha) {
				await refusedLogins.recordFailure(isCaptcha ? captchaPause(site) : site.account, {message: hide(error.message)}, now());
			}
			await note(hide(error.message));
		}
		throw error;
	}
	const {id} = site.settings;
	await Promise.all([
		refusedLogins.recordSuccess(site.account),
		refusedLogins.recordSuccess(captchaPause(site)),
		id && captchas.end(id),
		note(null),
	]);
	return {id: randomUUID(), cookies: jar.cookies()};
}

/** Requesting captchas that are never answered has a pause of its own, which does not apply to a person. */
const captchaPause = ({account}: OpenSite) => `${account} captcha`;

async function throwIfPaused({site, refusedLogins, captchas, person, now}: LogIn): Promise<void> {
	const refused = await refusedLogins.find(site.account, now());
	if (refused) {
		const message = `${refused.message} The same login is not tried again before ${refused.until.toISOString()}.`;
		throw new Invalid('authentication_failed', message);
	}
	if (person) {
		return;
	}
	const {id} = site.settings;
	const waiting = id ? await captchas.find(id) : null;
	const pause = await refusedLogins.find(captchaPause(site), now());
	if (pause || waiting?.account === site.account) {
		throw pause ? new Invalid('captcha_needed', pause.message) : captchaNeeded(site);
	}
}

/** Where the login continues: at its beginning, or with what a person answered. */
async function begin({site, step, person}: LogIn, begun: LoginCaptcha | null): Promise<{site: OpenSite; step: SentLogin}> {
	if (!begun) {
		return {site, step};
	}
	const answer = person?.answer ?? '';
	if (begun.page) {
		return {site, step: {kind: 'request', request: await answeredForm({...begun, page: begun.page}, answer, site)}};
	}
	const question = {...site.question, settings: {...site.question.settings, [begun.input]: answer}};
	const entered = {...site, question};
	const first = await site.ask('login', {question});
	return first.kind === 'request' || first.kind === 'page' ? {site: entered, step: first} : {site, step};
}

/** Settings with a code that a second device shows for half a minute. */
const codeSettings = ({question: {settings}}: OpenSite) =>
	Object.keys(settings).filter(name => /^2fa_?code$/i.test(name) && typeof settings[name] === 'string' && settings[name] !== '');

/** No site accepts such a code twice, and some lock the account of anyone who tries. */
async function throwIfCodeSpent({site, captchas, now}: LogIn, begun: LoginCaptcha | null): Promise<void> {
	const [input] = codeSettings(site);
	if (begun || input === undefined || !(await captchas.isCodeSpent(site.account))) {
		return;
	}
	const {id, name} = site.settings;
	if (id !== '') {
		await captchas.ask(id, {account: site.account, picture: null, question: null, input, page: null, cookies: []}, now());
	}
	throw new Invalid(
		'captcha_needed',
		`${name} needs a new code from your second device: the one that was entered has been used. The list of indexers asks for it.`,
	);
}

async function takeCaptcha({account, settings: {id, name}}: OpenSite, captchas: LogIn['captchas']): Promise<LoginCaptcha> {
	const captcha = await captchas.take(id);
	if (captcha?.account !== account) {
		throw new Conflict('captcha_gone', `The captcha of ${name} has expired, or was answered already. Ask for a new one.`);
	}
	return captcha;
}

/** The form as it was when the captcha was shown. */
async function answeredForm({page, input}: LoginCaptcha & {page: LoginPage}, answer: string, site: OpenSite): Promise<LoginRequest> {
	const form = await site.ask('loginForm', {question: site.question, page, answers: [[input, answer]]});
	if (form.kind !== 'form') {
		throw new UpstreamFailed('site_failed', `The login page of ${site.settings.name} asks for one captcha after another.`);
	}
	return form.request;
}

type SendStep = (request: RequestOfSite) => Promise<ReplyOfSite>;
interface Sending {
	send: SendStep;
	jar: Jar;
}

async function followSteps(login: LogIn, step: SentLogin, sending: Sending): Promise<void> {
	const {site} = login;
	const {send} = sending;
	const {name} = site.settings;
	const first = await send(step.request);
	throwIfBroken(first, name);
	const reply = step.kind === 'request' ? first : await send(await formOf(first, login, sending));
	throwIfBroken(reply, name);
	const fault = await site.ask('loginReply', {question: site.question, reply: readable(reply)});
	if (fault !== null) {
		throw new Invalid(
			'authentication_failed',
			`${name} refuses the login: ${fault.replace(/[\s.]+$/, '')}. ${login.person?.answer ? 'Read the next captcha more closely, or correct' : 'Correct'} the user name, the password or the key.`,
		);
	}
}

/**
 * The form of a page, with the answer to a captcha that can be read by a program. Any other captcha is stored for a
 * person.
 */
async function formOf(page: ReplyOfSite, login: LogIn, {send, jar}: Sending): Promise<LoginRequest> {
	const {site} = login;
	const {name} = site.settings;
	if (page.location !== null) {
		throw new UpstreamFailed(
			'site_failed',
			`The login page of ${name} leads to ${hostOf(page.location)}. Check the address of the indexer.`,
			{links: otherAddress(page.location, site.settings.url)},
		);
	}
	const asked = {question: site.question, page: {url: page.url, body: page.body}};
	const form = await site.ask('loginForm', asked);
	if (form.kind === 'form') {
		return form.request;
	}
	if (form.type !== 'simple') {
		await storeCaptcha(form, page, {login, send, jar});
		throw captchaNeeded(site);
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

function captchaNeeded({settings: {id, name}}: OpenSite): Invalid {
	const place = id === '' ? 'Add the indexer; the list of indexers then shows it.' : 'The list of indexers shows it.';
	return new Invalid('captcha_needed', `The login page of ${name} shows a captcha that only a person can answer. ${place}`);
}

type PersonsCaptcha = Exclude<Extract<LoginForm, {kind: 'captcha'}>, {type: 'simple'}>;

/** Only the captcha of a stored indexer can be shown to a person. */
async function storeCaptcha(form: PersonsCaptcha, page: ReplyOfSite, {login, send, jar}: Sending & {login: LogIn}): Promise<void> {
	const {site, captchas, now} = login;
	const {id, name} = site.settings;
	if (id === '') {
		return;
	}
	if (page.body.length > maxPageChars) {
		throw new UpstreamFailed('site_failed', `The login page of ${name} is too large to be kept until its captcha is answered.`);
	}
	const picture = form.type === 'text' ? null : await fetchPicture(form.url, page.url, {send, name});
	await captchas.ask(
		id,
		{
			account: site.account,
			picture: picture?.toString('base64') ?? null,
			question: form.type === 'text' ? form.question.slice(0, maxQuestionChars) : null,
			input: form.input,
			page: {url: page.url, body: page.body},
			cookies: jar.cookies(),
		},
		now(),
	);
}

async function fetchPicture(url: string, pageUrl: string, {send, name}: {send: SendStep; name: string}): Promise<Buffer> {
	const inPage = /^data:image\/\w+;base64,(.*)$/s.exec(url)?.[1];
	const {body} = inPage
		? {body: Buffer.from(inPage, 'base64')}
		: (await send({method: 'GET', url, headers: {Referer: pageUrl}, body: null, followsRedirects: true, maxBytes: maxPictureBytes})).http;
	if (pictureTypeOf(body) === null || body.length > maxPictureBytes) {
		throw new UpstreamFailed('site_failed', `The captcha on the login page of ${name} is no picture that can be shown.`);
	}
	return body;
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
