import Joi from 'joi';
import type {CatalogueEntry} from '../domain/definitions/catalogue.ts';
import type {DefinitionSetting, Fault} from '../domain/definitions/definition.ts';
import {minuteMs} from '../domain/durations.ts';
import type {ForeignIndexer} from '../domain/indexers/foreign-indexer.ts';
import {type FamilyName, familyNames} from '../providers/families.ts';
import {defineJob} from './job.ts';

export interface TestConnection {
	family: FamilyName;
	/** The settings as encrypted JSON: payloads are readable in Redis and on the dashboard. */
	sealed: string;
	/** The stored record whose health the result updates; null for an unsaved one. */
	recordId: string | null;
}

export interface ConnectionTested {
	version: string | null;
	details: string[];
	/** The first that an indexer offered, if its test reads any. */
	releases?: TestedRelease[];
}

/** The fields of one release; null for fields that its site does not have, or that were not found. */
export interface TestedRelease {
	title: string;
	size: number | null;
	seeders: number | null;
	leechers: number | null;
	/** ISO time. */
	publishDate: string | null;
	/** Standard numbers, and those of the site. */
	categories: number[];
}

const testedReleases = Joi.array().items(Joi.object().unknown()).optional();

export const testConnection = defineJob<TestConnection, ConnectionTested>({
	name: 'test-connection',
	queue: 'connections',
	interruptible: true,
	payload: {family: Joi.string().valid(...familyNames), sealed: Joi.string(), recordId: Joi.string().allow(null)},
	result: {version: Joi.string().allow(null), details: Joi.array().items(Joi.string()), releases: testedReleases},
});

export interface CheckConnection {
	family: FamilyName;
	recordId: string;
}

/** Tests a record that was just saved. The outcome becomes its status; no caller waits for the answer. */
export const checkConnection = defineJob<CheckConnection>({
	name: 'check-connection',
	queue: 'connections',
	payload: {family: Joi.string().valid(...familyNames), recordId: Joi.string()},
	dedupeKey: ['family', 'recordId'],
	runsAgain: true,
});

interface CheckMetadataKey {
	/** The key as encrypted JSON: a worker may not know the new setting yet, and payloads are readable in Redis. */
	sealed: string;
}

/** Asks the metadata provider whether it accepts a key. Fails with the provider's refusal. */
export const checkMetadataKey = defineJob<CheckMetadataKey>({
	name: 'check-metadata-key',
	queue: 'connections',
	interruptible: true,
	payload: {sealed: Joi.string()},
});

/** Sends what is due to one receiver. Each receiver has its own job, so that a slow one does not delay the others. */
export const deliverNotifications = defineJob<{notificationId: string}>({
	name: 'deliver-notifications',
	queue: 'connections',
	payload: {notificationId: Joi.string()},
	dedupeKey: ['notificationId'],
	attempts: 1,
	limitMs: 2 * minuteMs,
});

/** Which sites of the catalogue are wanted. Null means all. */
export interface ListDefinitions {
	/** Part of a name or description, in any case. */
	search: string | null;
	language: string | null;
	privacy: CatalogueEntry['privacy'] | null;
	type: 'movies' | 'series' | null;
	/** Standard numbers, all of which a site must have; 5000 means 5000 and everything below it. */
	categories: number[];
	/** Whether to include sites that have nothing but adult content. */
	adult: boolean;
	/** Lists the definitions that cannot be used instead. */
	faulty: boolean;
	page: number;
	limit: number;
}

/** A site, or a file that cannot be used and so has no entry. */
export interface ListedDefinition {
	key: string;
	entry: CatalogueEntry | null;
	/** The parts of its file that are not understood. */
	faults: Fault[];
	/** It is in the folder, not in the package. */
	isOwn: boolean;
}

export interface ListedDefinitions {
	definitions: ListedDefinition[];
	total: number;
	/** Languages of all sites. */
	languages: string[];
}

const listedDefinition = {
	key: Joi.string(),
	entry: Joi.object().unknown().allow(null),
	faults: Joi.array().items(Joi.object().unknown()),
	isOwn: Joi.boolean(),
};

/** Reads the folder of definitions while a caller waits. */
export const listDefinitions = defineJob<ListDefinitions, ListedDefinitions>({
	name: 'list-definitions',
	queue: 'connections',
	interruptible: true,
	payload: {
		search: Joi.string().allow(null),
		language: Joi.string().allow(null),
		privacy: Joi.string().allow(null),
		type: Joi.string().allow(null),
		categories: Joi.array().items(Joi.number().integer()),
		adult: Joi.boolean(),
		faulty: Joi.boolean(),
		page: Joi.number().integer(),
		limit: Joi.number().integer(),
	},
	result: {
		definitions: Joi.array().items(Joi.object(listedDefinition)),
		total: Joi.number().integer(),
		languages: Joi.array().items(Joi.string()),
	},
});

export interface ShownDefinition extends ListedDefinition {
	/** What a person enters; none for a file that cannot be used. */
	settings: DefinitionSetting[];
	/** Seconds that the site wants between two requests. */
	requestDelaySeconds: number | null;
}

/** Reads one definition. Throws NotFound `definition_not_found`. */
export const showDefinition = defineJob<{key: string}, ShownDefinition>({
	name: 'show-definition',
	queue: 'connections',
	interruptible: true,
	payload: {key: Joi.string()},
	result: {...listedDefinition, settings: Joi.array().items(Joi.object().unknown()), requestDelaySeconds: Joi.number().allow(null)},
});

/** Fetches the captcha of a login for a person. `isLoggedIn` when the login took none. Throws what a test throws. */
export const showLoginCaptcha = defineJob<{indexerId: string}, {isLoggedIn: boolean}>({
	name: 'show-login-captcha',
	queue: 'connections',
	interruptible: true,
	payload: {indexerId: Joi.string()},
	result: {isLoggedIn: Joi.boolean()},
});

export interface AnswerLoginCaptcha {
	indexerId: string;
	/** The answer as encrypted JSON. */
	sealed: string;
}

/** Sends what a person read in a captcha, and tests the indexer. A second run finds no captcha any more. */
export const answerLoginCaptcha = defineJob<AnswerLoginCaptcha, ConnectionTested>({
	name: 'answer-login-captcha',
	queue: 'connections',
	payload: {indexerId: Joi.string(), sealed: Joi.string()},
	result: {version: Joi.string().allow(null), details: Joi.array().items(Joi.string()), releases: testedReleases},
});

/** The input for importing the indexers of another program. */
export type ForeignSource =
	| {program: 'prowlarr'; url: string; apiKey: string}
	/**
	 * Its database, or the zip of a backup, in base64. The address of the program is needed for sites without a
	 * definition.
	 */
	| {program: 'prowlarr'; database: string; url: string | null; apiKey: string | null}
	/** Its files, which were read already. */
	| {program: 'jackett'; indexers: readonly ForeignIndexer[]};

/**
 * Reads the indexers of another program and shows what each would become here, while a caller waits. The source and the
 * answer, a list of `ImportCandidate` with notes on all of them, are encrypted JSON.
 */
export const prepareIndexerImport = defineJob<{sealed: string}, {sealed: string}>({
	name: 'prepare-indexer-import',
	queue: 'connections',
	interruptible: true,
	payload: {sealed: Joi.string()},
	result: {sealed: Joi.string()},
});
