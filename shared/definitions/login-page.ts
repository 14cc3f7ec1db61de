import type {Document, Element} from 'domhandler';
import {textContent} from 'domutils';
import {type LoginContext, type LoginRequest, loginContext, loginInputs, postForm, postParts} from '../domain/definitions/build-login.ts';
import {type SiteQuestion, toAddress} from '../domain/definitions/build-requests.ts';
import {type Definition, type Pairs, type Selector, Unusable} from '../domain/definitions/definition.ts';
import type {FilterContext} from '../domain/definitions/filters.ts';
import {type Row, readBlock} from '../domain/definitions/read-block.ts';
import {fillTemplate} from '../domain/definitions/template.ts';
import {createRow, findError, parsePage} from './html-rows.ts';
import {createSelectors, type Selection} from './selectors.ts';
import {createSiteTools} from './site-tools.ts';

export interface LoginPage {
	/** Where it was found, after redirects. */
	url: string;
	body: string;
}

/**
 * The next step after the login page: the form to send, or what has to be answered before. `simple` is a list of
 * pictures whose first hash is the answer, `image` a picture for a person, which may be in its address (`data:`), and
 * `text` a question for a person.
 */
export type LoginForm =
	| {kind: 'form'; request: LoginRequest}
	| {kind: 'captcha'; type: 'simple' | 'image'; url: string; input: string}
	| {kind: 'captcha'; type: 'text'; question: string; input: string};

interface Page {
	document: Document;
	select: (selector: string) => Selection;
	filters: FilterContext;
	login: LoginContext;
	url: string;
}

/**
 * Fills in the form of a login page. `answers` are fields that a captcha asked for. Throws `Unusable` when the page
 * has no such form.
 */
export function fillLoginForm(
	definition: Definition,
	question: Omit<SiteQuestion, 'search'>,
	{url, body}: LoginPage,
	answers: Pairs<string>,
): LoginForm {
	const tools = createSiteTools(definition.encoding);
	const login = loginContext(definition, question);
	if (!login) {
		throw new Unusable('the site has no login');
	}
	const filters = {variables: login.variables, now: question.now, tools, patterns: new Map<string, RegExp>()};
	const page: Page = {document: parsePage(body), select: createSelectors(false), filters, login, url};
	const captcha = answers.length === 0 ? findCaptcha(page) : null;
	if (captcha) {
		return captcha;
	}
	const form = page.select(fillTemplate(login.login.form, login.variables)).first(page.document);
	if (!form) {
		throw new Unusable(`the page of the login has no form ${login.login.form}`);
	}
	const fields = new Map([...fieldsOf(form, page), ...inputsOf(page), ...tokensOf(login.login.selectorInputs, page), ...answers]);
	const pairs = [...fields];
	const target = targetOf(form, page);
	const headers = {...login.headers, Referer: url};
	if (form.attribs['enctype']?.trim().toLowerCase() !== 'multipart/form-data') {
		return {kind: 'form', request: postForm(target, pairs, headers, tools)};
	}
	const boundary = `----form${tools.shortHash(JSON.stringify(pairs))}x${tools.shortHash(target)}`;
	return {kind: 'form', request: postParts(target, pairs, headers, boundary)};
}

function findCaptcha({document, select, login, url}: Page): LoginForm | null {
	if (select('script[src*="simpleCaptcha"]').first(document)) {
		return {kind: 'captcha', type: 'simple', url: toAddress('simpleCaptcha.php?numImages=1', url), input: 'captchaSelection'};
	}
	const {captcha} = login.login;
	const element = captcha ? select(fillTemplate(captcha.selector, login.variables)).first(document) : null;
	if (!captcha || !element) {
		return null;
	}
	const named = login.login.hasSelectors ? select(captcha.input).first(document)?.attribs['name'] : undefined;
	const input = named || captcha.input;
	return captcha.type === 'text'
		? {kind: 'captcha', type: 'text', question: textContent(element).trim(), input}
		: {kind: 'captcha', type: 'image', url: pictureAddress(element.attribs['src'] ?? '', url), input};
}

const pictureAddress = (source: string, base: string) => (/^data:image\//i.test(source.trim()) ? source.trim() : toAddress(source, base));

/** The fields that a browser would send if nothing was entered. */
function fieldsOf(form: Element, {select}: Page): Pairs<string> {
	const isSent = ({attribs}: Element) => {
		const isBox = /^(?:checkbox|radio)$/i.test(attribs['type'] ?? '');
		return attribs['name'] && attribs['disabled'] === undefined && (!isBox || attribs['checked'] !== undefined);
	};
	return select('input')
		.all(form)
		.filter(isSent)
		.map(({attribs}) => [attribs['name'] ?? '', attribs['value'] ?? '']);
}

/** Inputs of the definition, whose keys may be selectors of inputs on the page. */
function inputsOf({login, document, select}: Page): Pairs<string> {
	const inputs = loginInputs(login);
	if (!login.login.hasSelectors) {
		return inputs;
	}
	return inputs.map(([selector, value]) => {
		const name = select(selector).first(document)?.attribs['name'];
		if (!name) {
			throw new Unusable(`the page of the login has no input ${selector}`);
		}
		return [name, value];
	});
}

/** Values that stand somewhere on the page, such as tokens. Optional ones may be missing. */
function tokensOf(blocks: Pairs<Selector>, {document, select, filters}: Page): Pairs<string> {
	const root = select('html').first(document);
	return blocks.flatMap(([name, block]): Pairs<string> => {
		const value = root ? readToken(block, createRow(root, select), filters) : null;
		if (value === null && !block.isOptional) {
			throw new Unusable(`the page of the login has no ${name}`);
		}
		return value === null ? [] : [[name, value]];
	});
}

/** An optional one that cannot be read is left out. */
function readToken(block: Selector, row: Row, filters: FilterContext): string | null {
	try {
		return readBlock(block, row, filters);
	} catch (error) {
		if (block.isOptional && error instanceof Unusable) {
			return null;
		}
		throw error;
	}
}

function targetOf(form: Element, page: Page): string {
	const {login, variables} = page.login;
	const written = login.submitPath === null ? (form.attribs['action'] ?? '') : fillTemplate(login.submitPath, variables);
	const address = toAddress(written, page.url);
	const query = tokensOf(login.querySelectorInputs, page).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
	return query.length === 0 ? address : `${address}${address.includes('?') ? '&' : '?'}${query.join('&')}`;
}

export interface LoginReply {
	status: number;
	/** From the header; null without one. */
	contentType: string | null;
	body: string;
}

/** Why a login failed, in the site's words; null when it did not. */
export function loginFault(definition: Definition, question: Omit<SiteQuestion, 'search'>, reply: LoginReply): string | null {
	const context = loginContext(definition, question);
	if (reply.status === 401) {
		return 'the site refuses the login (401)';
	}
	if (!context) {
		return null;
	}
	const tools = createSiteTools(definition.encoding);
	const filters = {variables: context.variables, now: question.now, tools, patterns: new Map<string, RegExp>()};
	return findError(parsePage(reply.body), context.login.errors, createSelectors(false), filters);
}

/** Whether the reply to a search means that the site has forgotten us. */
export function isLoggedOut({login}: Definition, {status, contentType, body}: LoginReply): boolean {
	if (!login) {
		return false;
	}
	if (status >= 300) {
		return true;
	}
	const isPage = contentType === null || /html/i.test(contentType);
	return isPage && login.testSelector !== null && !createSelectors(false)(login.testSelector).first(parsePage(body));
}
