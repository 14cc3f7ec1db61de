import {buildHeaders, fillHeaders, type SiteQuestion, type SiteTools, siteLinkOf, toAddress, toHeaders} from './build-requests.ts';
import type {Definition, Login, Pairs} from './definition.ts';
import {formEncode} from './form-encoding.ts';
import {configVariables} from './search-variables.ts';
import {fillTemplate, type Variables} from './template.ts';

export interface LoginRequest {
	method: 'GET' | 'POST';
	url: string;
	headers: Record<string, string>;
	/** To be sent in the definition's encoding. */
	body: string | null;
	followsRedirects: boolean;
}

/**
 * How a login begins: with nothing, with the cookie that a person entered, with the request that is the login, or
 * with the page that holds its form.
 */
export type LoginStep = {kind: 'none'} | {kind: 'cookie'; cookie: string} | {kind: 'request' | 'page'; request: LoginRequest};

export interface LoginContext {
	login: Login;
	base: string;
	variables: Variables;
	headers: Record<string, string>;
}

/** The values that all requests of a login share. Null for a site without a login. */
export function loginContext(definition: Definition, {settings, siteLink, now}: Omit<SiteQuestion, 'search'>): LoginContext | null {
	const {login, search} = definition;
	if (!login) {
		return null;
	}
	const base = siteLinkOf(definition, siteLink);
	const variables = configVariables(definition, settings, base, now);
	const templates = login.headers.length > 0 ? login.headers : search.headers;
	// A cookie that a person entered belongs to sites that ask for nothing else.
	const headers = toHeaders([['Referer', base], ...fillHeaders(templates, variables)]);
	return {login, base, variables, headers};
}

export function loginInputs({login, variables}: LoginContext): Pairs<string> {
	return login.inputs.map(([name, template]) => [name, fillTemplate(template, variables)]);
}

const utf8 = new TextEncoder();
const encodeUtf8 = (text: string) => utf8.encode(text);
const joined = (pairs: Pairs<string>, encode: (text: string) => Uint8Array) =>
	pairs.map(([name, value]) => `${name}=${formEncode(value, encode)}`).join('&');

/** The first step of a login. Throws `Unusable` when a template cannot be filled in or an address is invalid. */
export function buildLogin(definition: Definition, question: Omit<SiteQuestion, 'search'>, tools: SiteTools): LoginStep {
	const context = loginContext(definition, question);
	if (!context) {
		return {kind: 'none'};
	}
	const {login, base, variables, headers} = context;
	if (login.method === 'cookie') {
		const cookie = variables.get('.Config.cookie');
		return {kind: 'cookie', cookie: typeof cookie === 'string' ? cookie.trim() : ''};
	}
	const url = toAddress(fillTemplate(login.path ?? '', variables), base);
	const inputs = loginInputs(context);
	const cookies = login.cookies.length === 0 ? {} : {Cookie: [headers['Cookie'] ?? [], login.cookies].flat().join('; ')};
	if (login.method === 'get') {
		const address = inputs.length === 0 ? url : toAddress(`${url}?${joined(inputs, encodeUtf8)}`, base);
		return {kind: 'request', request: {method: 'GET', url: address, headers, body: null, followsRedirects: false}};
	}
	if (login.method === 'oneurl') {
		const rest = inputs.find(([name]) => name === 'oneurl')?.[1] ?? '';
		const address = toAddress(`${url}${rest}`, base);
		return {kind: 'request', request: {method: 'GET', url: address, headers, body: null, followsRedirects: false}};
	}
	if (login.method === 'post') {
		const request = postForm(url, inputs, {...headers, ...cookies}, tools);
		return {kind: 'request', request};
	}
	const {followsRedirects} = definition;
	return {kind: 'page', request: {method: 'GET', url, headers: {...headers, ...cookies}, body: null, followsRedirects}};
}

/** The page that only those who are logged in see; null when the definition names none. */
export function buildLoginTest(definition: Definition, question: Omit<SiteQuestion, 'search'>): LoginRequest | null {
	const context = loginContext(definition, question);
	const path = context?.login.testPath ?? null;
	if (!context || path === null) {
		return null;
	}
	const url = toAddress(fillTemplate(path, context.variables), context.base);
	return {method: 'GET', url, headers: buildHeaders(definition.search.headers, context.variables), body: null, followsRedirects: true};
}

export function postForm(url: string, fields: Pairs<string>, headers: Record<string, string>, tools: SiteTools): LoginRequest {
	const type = {'Content-Type': 'application/x-www-form-urlencoded'};
	return {method: 'POST', url, headers: {...headers, ...type}, body: joined(fields, tools.encode), followsRedirects: true};
}

/** A form whose values stand in parts. `boundary` must not occur in them. */
export function postParts(url: string, fields: Pairs<string>, headers: Record<string, string>, boundary: string): LoginRequest {
	const quoted = (name: string) => name.replace(/["\r\n]/g, each => encodeURIComponent(each));
	const parts = fields.map(
		([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`,
	);
	const type = {'Content-Type': `multipart/form-data; boundary=${boundary}`};
	return {method: 'POST', url, headers: {...headers, ...type}, body: `${parts.join('')}--${boundary}--\r\n`, followsRedirects: true};
}
