import {linkParts} from '../domain/definitions/build-download.ts';
import {buildRequests} from '../domain/definitions/build-requests.ts';
import {isLayout} from '../domain/definitions/dates/exact-date.ts';
import {type Definition, type Fault, type Filter, type ReplyType, type Selector, Unusable} from '../domain/definitions/definition.ts';
import {isFilter} from '../domain/definitions/filters.ts';
import {readJsonSelector, readPath} from '../domain/definitions/json-values.ts';
import {compilePattern} from '../domain/definitions/patterns/compile-pattern.ts';
import {configVariables, type SiteSearch, searchVariables} from '../domain/definitions/search-variables.ts';
import type {SettingValues} from '../domain/definitions/settings.ts';
import {fillTemplate, type Value, type Variables} from '../domain/definitions/template.ts';
import {createSelectors} from './selectors.ts';
import {createSiteTools} from './site-tools.ts';

interface Check {
	/** With all tick boxes on, off, and at their defaults. */
	variants: readonly Variables[];
	faults: Fault[];
	/** Texts that were found to be right, each with what it was tried as. */
	known: Set<string>;
	/** Patterns of any definition that were found to be right. To compile one takes a millisecond. */
	patterns: Set<string>;
	selectors: Record<'html' | 'xml', ReturnType<typeof createSelectors>>;
}

const sampleNow = new Date('2026-03-07T16:05:09Z');
const sampleSearch: SiteSearch = {kind: 'movie', title: 'Sample Title', year: 2026, imdbId: 'tt0000001', tmdbId: 1};

/**
 * Everything in a definition that is not understood: templates, patterns, selectors, layouts, filters. Definitions
 * share many patterns; those in `patterns`, to which it adds, are right.
 */
export function checkDefinition(definition: Definition, patterns: Set<string> = new Set()): Fault[] {
	const check: Check = {
		variants: variantsOf(definition),
		faults: [],
		known: new Set(),
		patterns,
		selectors: {html: createSelectors(false), xml: createSelectors(true)},
	};
	checkSearch(definition, check);
	checkLogin(definition, check);
	checkDownload(definition, check);
	checkRequests(definition, check.faults);
	return check.faults;
}

function variantsOf(definition: Definition): Variables[] {
	const boxes = definition.settings.filter(({type}) => type === 'checkbox').map(({name}) => name);
	const all = (value: boolean): SettingValues => Object.fromEntries(boxes.map(name => [name, value]));
	return [all(true), all(false), {}].map(settings => {
		const config = configVariables(definition, settings, definition.links[0] ?? '', sampleNow);
		const fields = definition.search.fields.map(([key]): [string, Value] => [`.Result.${key.split('|')[0]}`, 'sample']);
		return new Map([
			...searchVariables(definition, sampleSearch, config),
			['.Keywords', 'Sample Title'],
			['.Categories', ['1']],
			...fields,
		]);
	});
}

/** Notes the fault that `attempt` throws. What was right once is not tried again. */
function attempt(check: Check, place: string, name: string, body: () => void, isFatal = false): void {
	if (check.known.has(name)) {
		return;
	}
	try {
		body();
		check.known.add(name);
	} catch (error) {
		if (!(error instanceof Unusable)) {
			throw error;
		}
		check.faults.push({place, reason: error.message, isFatal});
	}
}

function checkTemplate(check: Check, place: string, template: string | null, isFatal = false): void {
	if (!template?.includes('{{')) {
		return;
	}
	const body = () => {
		for (const variables of check.variants) {
			if (fillTemplate(template, variables).includes('{{')) {
				throw new Unusable('has an invalid template');
			}
		}
	};
	attempt(check, place, `template ${template}`, body, isFatal);
}

function checkPairs(check: Check, place: string, pairs: readonly (readonly [string, string | null | undefined])[], isFatal = false): void {
	for (const [key, value] of pairs) {
		checkTemplate(check, `${place}.${key}`, value ?? null, isFatal);
	}
}

const templated: Readonly<Record<string, number>> = {append: 0, prepend: 0, replace: 1, re_replace: 1};
const needed: Readonly<Record<string, number>> = {
	querystring: 1,
	dateparse: 1,
	timeparse: 1,
	regexp: 1,
	re_replace: 2,
	replace: 2,
	append: 1,
	prepend: 1,
	split: 2,
	diacritics: 1,
	validate: 1,
	jsonjoinarray: 2,
};

function checkFilters(check: Check, place: string, filters: readonly Filter[]): void {
	for (const [index, {name, args}] of filters.entries()) {
		const at = `${place}.filters[${index}]`;
		const note = (reason: string) => check.faults.push({place: at, reason, isFatal: false});
		const [first = ''] = args;
		if (!isFilter(name)) {
			note(`${name} is no known filter`);
		} else if (args.length < (needed[name] ?? 0)) {
			note(`${name} needs ${needed[name]} arguments`);
		}
		if ((name === 'regexp' || name === 're_replace') && args.length > 0) {
			attempt(check, at, `pattern ${first}`, () => compileOnce(first, check.patterns));
		}
		if ((name === 'dateparse' || name === 'timeparse') && args.length > 0 && !isLayout(first)) {
			note(`${first} is no layout of dates`);
		}
		checkTemplate(check, at, args[templated[name] ?? args.length] ?? null);
	}
}

/** Patterns that are remembered. All known definitions together have 800. */
const maxPatterns = 5000;

function compileOnce(pattern: string, right: Set<string>): void {
	if (right.has(pattern)) {
		return;
	}
	compilePattern(pattern);
	if (right.size < maxPatterns) {
		right.add(pattern);
	}
}

function checkCss(check: Check, place: string, selector: string | null, type: ReplyType): void {
	if (selector === null || selector === '' || type === 'json') {
		return;
	}
	checkTemplate(check, place, selector);
	attempt(check, place, `${type} ${selector}`, () => {
		for (const variables of selector.includes('{{') ? check.variants : check.variants.slice(0, 1)) {
			check.selectors[type](fillTemplate(selector, variables));
		}
	});
}

function checkPath(check: Check, place: string, selector: string): void {
	checkTemplate(check, place, selector);
	attempt(check, place, `path ${selector}`, () => {
		readPath(readJsonSelector(fillTemplate(selector, check.variants[0] ?? new Map())).path);
	});
}

function checkBlock(check: Check, place: string, block: Selector, type: ReplyType): void {
	checkTemplate(check, `${place}.text`, block.text);
	checkTemplate(check, `${place}.default`, block.default);
	if (type === 'json' && block.selector !== null) {
		checkPath(check, `${place}.selector`, block.selector);
	}
	checkCss(check, `${place}.selector`, block.selector, type);
	checkCss(check, `${place}.remove`, block.remove, type);
	for (const [key, value] of block.case ?? []) {
		checkCss(check, `${place}.case`, key === '*' ? null : key, type);
		checkTemplate(check, `${place}.case`, value);
	}
	checkFilters(check, place, block.filters);
}

function checkSearch({search}: Definition, check: Check): void {
	for (const [index, path] of search.paths.entries()) {
		checkTemplate(check, `search.paths[${index}].path`, path.path, true);
		checkPairs(check, `search.paths[${index}].inputs`, path.inputs, true);
	}
	checkPairs(check, 'search.inputs', search.inputs, true);
	checkPairs(
		check,
		'search.headers',
		search.headers.map(([name, [first]]) => [name, first]),
	);
	checkFilters(check, 'search.keywordsfilters', search.keywordsFilters);
	checkFilters(check, 'search.preprocessingfilters', search.preprocessingFilters);
	// All paths of a site usually reply in the same way; where one does not, the rows are read by the first.
	const type = search.paths[0]?.replyType ?? 'html';
	if (type === 'html') {
		checkErrors(check, 'search.error', search.errors);
	}
	checkBlock(check, 'search.rows', search.rows, type);
	if (search.rows.dateHeaders) {
		checkBlock(check, 'search.rows.dateheaders', search.rows.dateHeaders, type);
	}
	if (search.rows.count) {
		checkBlock(check, 'search.rows.count', search.rows.count, type);
	}
	for (const [key, block] of search.fields) {
		checkBlock(check, `search.fields.${key}`, block, type);
	}
}

function checkErrors(check: Check, place: string, errors: Definition['search']['errors']): void {
	for (const [index, {selector, message}] of errors.entries()) {
		checkCss(check, `${place}[${index}].selector`, selector, 'html');
		if (message) {
			checkBlock(check, `${place}[${index}].message`, message, 'html');
		}
	}
}

function checkLogin({login}: Definition, check: Check): void {
	if (!login) {
		return;
	}
	checkTemplate(check, 'login.path', login.path);
	checkTemplate(check, 'login.submitpath', login.submitPath);
	checkPairs(check, 'login.inputs', login.inputs);
	for (const [name, values] of login.headers) {
		checkTemplate(check, `login.headers.${name}`, values[0] ?? null);
	}
	for (const [name, block] of [...login.selectorInputs, ...login.querySelectorInputs]) {
		checkBlock(check, `login.selectorinputs.${name}`, block, 'html');
	}
	checkCss(check, 'login.form', login.form, 'html');
	checkCss(check, 'login.test.selector', login.testSelector, 'html');
	checkCss(check, 'login.captcha.selector', login.captcha?.selector ?? null, 'html');
	checkErrors(check, 'login.error', login.errors);
}

/** Templates of downloads may name each parameter of a link. */
const linkParameter = /\.DownloadUri\.Query\.[^\s)}"\\]+/g;

function checkDownload({download}: Definition, check: Check): void {
	if (!download) {
		return;
	}
	const names = [...linkParts.map(part => `.DownloadUri.${part}`), ...(JSON.stringify(download).match(linkParameter) ?? [])];
	const variants = check.variants.map(
		variables => new Map<string, Value>([...variables, ...names.map((name): [string, Value] => [name, 'sample'])]),
	);
	const own = {...check, variants};
	checkTemplate(own, 'download.before.path', download.before?.path ?? null);
	checkPairs(own, 'download.before.inputs', download.before?.inputs ?? []);
	for (const [name, values] of download.headers) {
		checkTemplate(own, `download.headers.${name}`, values[0] ?? null);
	}
	const blocks: [string, Selector | null | undefined][] = [
		['download.before.pathselector', download.before?.pathSelector],
		['download.infohash.hash', download.infoHash?.hash],
		['download.infohash.title', download.infoHash?.title],
		...download.selectors.map((block, index): [string, Selector] => [`download.selectors[${index}]`, block]),
	];
	for (const [place, block] of blocks) {
		if (block) {
			checkBlock(own, place, block, 'html');
		}
	}
}

/** A search that cannot be sent for a reason that no part of it shows by itself. */
function checkRequests(definition: Definition, faults: Fault[]): void {
	if (faults.some(({isFatal}) => isFatal)) {
		return;
	}
	try {
		buildRequests(definition, {settings: {}, search: {kind: 'newest'}, now: sampleNow}, createSiteTools(definition.encoding));
	} catch (error) {
		if (!(error instanceof Unusable)) {
			throw error;
		}
		faults.push({place: 'search.paths', reason: error.message, isFatal: true});
	}
}
