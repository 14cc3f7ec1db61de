import {type Definition, type Pairs, type SearchPath, Unusable} from './definition.ts';
import {applyFilters, type FilterContext, type TextTools} from './filters.ts';
import {formEncode} from './form-encoding.ts';
import {isLegacyLink} from './hosts.ts';
import {configVariables, type SiteSearch, searchVariables} from './search-variables.ts';
import type {SiteSecrets} from './secrecy.ts';
import type {SettingValues} from './settings.ts';
import {categoriesBelow, type ShortHash, siteCategories} from './standard-categories.ts';
import {fillTemplate, type Value, type Variables} from './template.ts';

/** What the pure code needs from outside. */
export interface SiteTools extends TextTools {
	shortHash: ShortHash;
}

export interface SiteRequest {
	method: 'GET' | 'POST';
	url: string;
	headers: Record<string, string>;
	/** An encoded form. */
	body: string | null;
	/** The path of the definition that it was built for, which says how to read the reply. */
	path: SearchPath;
}

export interface SiteQuestion {
	settings: SettingValues;
	search: SiteSearch;
	/** Base address; one that is not given, or that the site has left, is the definition's first. */
	siteLink?: string | null;
	/** Secrets that must not appear in what is read from the site. */
	secrets?: SiteSecrets;
	now: Date;
}

const wantedCategories = {movie: [2000], episode: [5000], text: [], newest: []} as const;

export function siteLinkOf({links, legacyLinks}: Definition, stored: string | null | undefined): string {
	const link = stored && !isLegacyLink({links, legacyLinks}, stored) ? stored : links[0];
	if (link === undefined) {
		throw new Unusable('has no address');
	}
	return link;
}

/** The variables that all requests of a search share. */
export function variablesFor(definition: Definition, question: SiteQuestion, tools: SiteTools): Map<string, Value> {
	const {settings, search, now} = question;
	const config = configVariables(definition, settings, siteLinkOf(definition, question.siteLink), now);
	const variables = searchVariables(definition, search, config);
	const keywords = String(variables.get('.Query.Keywords') ?? '');
	const context: FilterContext = {variables, now, tools, patterns: new Map()};
	variables.set('.Keywords', applyFilters(keywords, definition.search.keywordsFilters, context) ?? '');
	const wanted = wantedCategories[search.kind].flatMap(categoriesBelow);
	variables.set('.Categories', siteCategories(definition.caps, wanted, tools.shortHash));
	return variables;
}

/**
 * The requests of a search as if logged in, without duplicates. Throws `Unusable` when a template cannot be filled in
 * or an address is invalid.
 */
export function buildRequests(definition: Definition, question: SiteQuestion, tools: SiteTools): SiteRequest[] {
	const variables = variablesFor(definition, question, tools);
	const wanted = variables.get('.Categories') as readonly string[]; // variablesFor sets a list
	const base = siteLinkOf(definition, question.siteLink);
	const headers = buildHeaders(definition.search.headers, variables);
	const requests = new Map<string, SiteRequest>();
	for (const path of definition.search.paths) {
		const categories = categoriesFor(path, wanted);
		if (categories) {
			const request = buildRequest(definition, path, {base, headers, variables: new Map(variables).set('.Categories', categories), tools});
			const same = request.method === 'GET' ? request.url : `POST ${requests.size}`;
			requests.set(same, requests.get(same) ?? request);
		}
	}
	return [...requests.values()];
}

/** The wanted ids that the path is for; null when it is for others. */
function categoriesFor({categories}: SearchPath, wanted: readonly string[]): readonly string[] | null {
	if (wanted.length === 0 || categories.length === 0) {
		return wanted;
	}
	const shared = wanted.filter(id => categories.includes(id));
	return shared.length > 0 === (categories[0] !== '!') ? shared : null;
}

interface RequestContext {
	base: string;
	headers: Record<string, string>;
	variables: Variables;
	tools: SiteTools;
}

const utf8 = new TextEncoder();

function buildRequest(definition: Definition, path: SearchPath, {base, headers, variables, tools}: RequestContext): SiteRequest {
	const filled = fillTemplate(path.path, variables, value => formEncode(value, text => utf8.encode(text))).replaceAll('+', '%20');
	const address = toAddress(filled, base);
	const inputs = [...(path.inheritsInputs ? definition.search.inputs : []), ...path.inputs];
	const pairs = inputs.flatMap(input => readInput(input, definition.search.allowsEmptyInputs, variables, tools));
	const form = pairs.map(([key, value]) => `${key}=${formEncode(value, tools.encode)}`);
	if (path.isPost) {
		const type = {'Content-Type': 'application/x-www-form-urlencoded'};
		return {method: 'POST', url: address, headers: {...type, ...headers}, body: form.join('&'), path};
	}
	const url = form.length === 0 ? address : toAddress(`${address}?${form.join(path.querySeparator)}`, base);
	return {method: 'GET', url, headers, body: null, path};
}

/** Resolves an address. Throws `Unusable` for one that is not http or https. */
export function toAddress(text: string, base: string): string {
	const url = URL.parse(text, base);
	if (!url || !/^https?:$/.test(url.protocol)) {
		throw new Unusable(`${text.slice(0, 100)} is no address`);
	}
	return url.href;
}

/** One input; `$raw` is a whole query of several. Blank values are left out. */
function readInput([key, template]: Pairs<string>[number], keepsEmpty: boolean, variables: Variables, tools: SiteTools): Pairs<string> {
	if (key !== '$raw') {
		const value = fillTemplate(template, variables);
		return value.trim() === '' && !keepsEmpty ? [] : [[key, value]];
	}
	const query = fillTemplate(template, variables, value => formEncode(value, tools.encode));
	return query.split('&').flatMap((part): Pairs<string> => {
		const [name = '', ...value] = part.split('=');
		return name === '' ? [] : [[name, value.join('=')]];
	});
}

/** Headers of a search, with the cookie that a person entered. Throws `Unusable` for a value with line breaks. */
export function buildHeaders(templates: Pairs<string[]>, variables: Variables): Record<string, string> {
	const cookie = variables.get('.Config.cookie');
	const own: Pairs<string> = typeof cookie === 'string' && cookie.trim() !== '' ? [['Cookie', cookie]] : [];
	return toHeaders([...fillHeaders(templates, variables), ...own]);
}

/** Only the first text of each header is sent. */
export function fillHeaders(templates: Pairs<string[]>, variables: Variables): Pairs<string> {
	return templates.flatMap(([name, [first]]): Pairs<string> => (first === undefined ? [] : [[name, fillTemplate(first, variables)]]));
}

/** If several have the same name, the last one counts. Throws `Unusable` for a value with line breaks. */
export function toHeaders(all: Pairs<string>): Record<string, string> {
	const headers: Record<string, string> = {};
	for (const [name, value] of all) {
		const trimmed = value.trim();
		// biome-ignore lint/suspicious/noControlCharactersInRegex: a line break in a value would begin another header
		if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[\u0000-\u0008\u000a-\u001f\u007f]/.test(trimmed)) {
			throw new Unusable(`the header ${name.slice(0, 40)} has characters that no header may have`);
		}
		const same = Object.keys(headers).find(each => each.toLowerCase() === name.toLowerCase());
		headers[same ?? name] = trimmed;
	}
	return headers;
}
