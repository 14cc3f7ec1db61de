import {buildRequests, type SiteQuestion, type SiteTools, variablesFor} from '../domain/definitions/build-requests.ts';
import {type Definition, Unusable} from '../domain/definitions/definition.ts';
import {applyFilters} from '../domain/definitions/filters.ts';
import {jsonRows} from '../domain/definitions/json-rows.ts';
import {hasAllWords, type MissedField, type RowContext, readRelease, type SiteRelease} from '../domain/definitions/read-release.ts';
import {isIdSearch} from '../domain/definitions/search-variables.ts';
import {type Secrecy, secretFields, withoutSecrets} from '../domain/definitions/secrecy.ts';
import {siteOf} from '../site-of.ts';
import {htmlRows} from './html-rows.ts';
import {createSiteTools} from './site-tools.ts';

export interface SiteReply {
	status: number;
	/** Decoded. */
	body: string;
}

export interface ReadReply {
	releases: SiteRelease[];
	/** Rows that are not a release. */
	dropped: number;
	/** Fields that could not be read, each with its first reason and the number of rows. */
	missed: {field: string; reason: string; rows: number}[];
}

/**
 * Reads the reply to one of the requests that `buildRequests` gives for the same question. Throws `Unusable` for one
 * that is not what the definition expects.
 */
export function readReply(definition: Definition, question: SiteQuestion, reply: SiteReply, requestIndex = 0): ReadReply {
	const tools = createSiteTools(definition.encoding);
	const request = buildRequests(definition, question, tools)[requestIndex];
	if (!request) {
		throw new Unusable('the search has no such request');
	}
	if (reply.status !== 200) {
		throw new Unusable(`the site answers ${reply.status}`);
	}
	const variables = variablesFor(definition, question, tools);
	const {search} = definition;
	const context: RowContext = {
		variables,
		now: question.now,
		tools,
		patterns: new Map(),
		definition,
		url: request.url,
		shortHash: tools.shortHash,
		secrecy: secrecyOf(definition, question, tools),
	};
	// Everything that people see is read from this text.
	const text = applyFilters(reply.body, search.preprocessingFilters, {...context, variables: context.secrecy?.shown ?? variables}) ?? '';
	const isJson = request.path.replyType === 'json';
	const rows = isJson
		? jsonRows(text, search.rows, request.path, context)
		: htmlRows(text, request.path.replyType === 'xml', search.rows, search.errors, context);
	const read = rows.map(row => readRelease(row, context));
	const andMatch = isIdSearch(definition, question.search) ? undefined : search.rows.filters.find(({name}) => name === 'andmatch');
	const releases = read.flatMap(({release}) => release ?? []);
	const matching = andMatch ? releases.filter(({title}) => hasAllWords(title ?? '', variables, andMatch.args[0])) : releases;
	return {releases: matching, dropped: rows.length - releases.length, missed: summarize(read.flatMap(({missed}) => missed))};
}

function secrecyOf(definition: Definition, question: SiteQuestion, tools: SiteTools): Secrecy | null {
	const {secrets} = question;
	if (!secrets || secrets.names.length === 0) {
		return null;
	}
	const sites = new Set(secrets.sites);
	return {
		fields: secretFields(definition, secrets),
		shown: variablesFor(definition, withoutSecrets(question), tools),
		mayLearn: url => sites.has(siteOf(url)),
	};
}

function summarize(missed: readonly MissedField[]): ReadReply['missed'] {
	const byField = Map.groupBy(missed, ([field]) => field);
	return [...byField].map(([field, all]) => ({field, reason: all[0]?.[1] ?? '', rows: all.length}));
}
