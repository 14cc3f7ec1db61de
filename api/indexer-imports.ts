import Joi from 'joi';
import {asTheirs, testLimitMs} from '#api/http/asks/tested-peers.ts';
import {asSecret} from '#api/http/fields.ts';
import {check, invalid} from '#api/http/input.ts';
import type {Operations} from '#api/http/operation.ts';
import {ok, type Route, route} from '#api/http/route.ts';
import {maskAddress} from '#api/http/secrets.ts';
import type {RouteDeps} from '#api/services.ts';
import {createHandOver} from '#shared/coordination/cache.ts';
import {promiseJob} from '#shared/coordination/outbox.ts';
import {hourMs} from '#shared/domain/durations.ts';
import {type ImportCandidate, importOutcomes, importWays, isSame} from '#shared/domain/indexers/foreign-indexer.ts';
import {type Indexer, type IndexerKind, type IndexerSettings, indexerKinds} from '#shared/domain/indexers/indexer-record.ts';
import {readJackettFile} from '#shared/domain/indexers/read-jackett-file.ts';
import {type Fault, Invalid, isExpected, NotFound} from '#shared/errors.ts';
import {checkConnection, type ForeignSource, prepareIndexerImport} from '#shared/jobs/connections.ts';
import {openPayload, sealPayload} from '#shared/jobs/sealed-payload.ts';
import {oneOf, orNull, text, textOrNull, texts, timestamp} from '#shared/presenters/fields.ts';
import {from, objectOf, viewOf} from '#shared/presenters/view.ts';
import {indexerFamily} from '#shared/providers/indexers.ts';
import {field} from '#shared/providers/provider-family.ts';
import {restartSearches} from '#shared/tasks/restart-searches.ts';
import {completeSettings} from './providers/entered-settings.ts';
import {isSearched, proxyFaults} from './providers/indexers.ts';
import {providerBodies} from './providers/provider-bodies.ts';

const path = '/api/indexer-imports';
/** Milliseconds that a person has between looking and adding. */
const ttlMs = hourMs;
const maxFiles = 700;
const maxRows = 1000; // all that Prowlarr may have
const maxFileChars = 64 * 1024;
/** 12 MiB in base64. */
const longestDatabase = 4 * Math.ceil((12 * 1024 * 1024) / 3);

interface Source {
	program: 'prowlarr' | 'jackett';
	url?: string;
	apiKey?: string;
	files?: {name: string; content: string}[];
	database?: string;
}
const jackettFile = Joi.object({
	name: Joi.string().max(200).required().description('Its name, which says which site it is for: `<id>.json`.'),
	content: Joi.string().max(maxFileChars).required().description('What is in it.'),
});
const sourceBody = Joi.object<Source, true>({
	program: Joi.string().valid('prowlarr', 'jackett').required().description('The program whose indexers are looked at.'),
	url: field.webAddress.description(
		'Address of the program; required for Prowlarr unless its database is given. With it, sites without a definition can be asked through it.',
	),
	apiKey: asSecret(Joi.string().max(500)).description('API key of the program; required with an address, unless it is in the backup.'),
	database: asSecret(Joi.string().base64().min(1).max(longestDatabase)).description(
		'The zip of a backup of Prowlarr, or its `prowlarr.db`, in base64, at most 12 MiB; instead of asking it. Ignored for Jackett.',
	),
	files: Joi.array()
		.items(jackettFile)
		.max(maxFiles)
		.description('Files of the folder `Indexers` of Jackett; required for it, and ignored for Prowlarr.'),
}).example({program: 'prowlarr', url: 'http://prowlarr.test:9696', apiKey: '0123456789abcdef0123456789abcdef'});
const sourceLimit = {bytes: 17 * 1024 * 1024, nodes: 5000};

interface ChosenRow {
	id: string;
	secrets: Record<string, string>;
}
const chosenBody = Joi.object<{indexers: ChosenRow[]}, true>({
	indexers: Joi.array()
		.items(
			Joi.object<ChosenRow, true>({
				id: Joi.string().max(200).required().description('Id of the row.'),
				secrets: Joi.object()
					.pattern(Joi.string().max(110), asSecret(Joi.string().max(2000)))
					.max(50)
					.default({})
					.description('What the row needs, by the `path` of each.'),
			}),
		)
		.min(1)
		.max(maxRows)
		.required()
		.description('The rows to add.'),
}).example({indexers: [{id: '3', secrets: {'settings.password': 'correct horse'}}]});

const need = viewOf<ImportCandidate['needs'][number]>()(
	{
		path: text.description('Its place in the settings of the indexer.'),
		label: text.description('What a person calls it.'),
	},
	'ImportNeed',
);
const row = viewOf<ImportCandidate>()(
	{
		id: text.description('Identifies the row within this import.'),
		name: text,
		outcome: oneOf(importOutcomes).description(
			'`comes` as it is, `needsYou` before it can come, `exists` here already, or `cannot` come; `notes` say why.',
		),
		way: orNull(oneOf(importWays)).description(
			'It is searched by the `definition` of its site or by the site’s own API (`direct`), or `through` the old program, which has to keep running; null if it cannot come.',
		),
		kind: from(orNull(oneOf(Object.keys(indexerKinds) as IndexerKind[])), ({settings}: ImportCandidate) => settings?.kind ?? null),
		url: from(textOrNull, ({settings}: ImportCandidate) => (settings?.url ? maskAddress(settings.url) : null)),
		definition: from(
			textOrNull.description('Key of the definition that it will use; null for none.'),
			({settings}: ImportCandidate) => settings?.definition ?? null,
		),
		needs: need.list,
		notes: texts.description('What else is to be known of it, in words.'),
	},
	'ImportRow',
);
const prepared = viewOf<{id: string; expiresAt: Date; rows: ImportCandidate[]; notes: string[]}>()(
	{
		id: text.description('Names this import when its rows are added.'),
		expiresAt: timestamp.description('Rows can be added until then.'),
		rows: row.list,
		notes: texts.description('Notes that concern all rows.'),
	},
	'IndexerImport',
);

const outcomes = ['added', 'exists', 'refused'] as const;
interface Outcome {
	id: string;
	name: string;
	outcome: (typeof outcomes)[number];
	indexerId: string | null;
	message: string | null;
}
const outcome = viewOf<Outcome>()(
	{
		id: text.description('Id of the row.'),
		name: text,
		outcome: oneOf(outcomes).description('What became of the row.'),
		indexerId: textOrNull.description('The indexer that was added; null for none.'),
		message: textOrNull.description('Why it was not added.'),
	},
	'ImportOutcome',
);

/** Takes over indexers from the programs that knew them before. Nothing is written before a person chose. */
export function indexerImportsRoutes(deps: RouteDeps): Route[] {
	const {jobs, secrets, producer: redis, prefix, now} = deps;
	const candidates = createHandOver<ImportCandidate[]>({redis, prefix, secrets, name: 'indexer-import', ttlMs});
	return [
		route(`POST ${path}`, {access: 'admin', limit: 'tests', body: sourceBody, bodyLimit: sourceLimit}, async ({body}) => {
			const sealed = sealPayload(prepareIndexerImport, toSource(body), secrets);
			const asked = jobs.ask(prepareIndexerImport, {sealed}, {timeoutMs: testLimitMs});
			// A file that cannot be read is a fault of the request, and keeps its own code.
			const reply = await (body.database === undefined ? asTheirs(asked) : asked);
			const {candidates: rows, notes} = openPayload<Prepared>(prepareIndexerImport, reply.sealed, secrets);
			const id = await candidates.leave(rows);
			notes.push(...unread(body));
			return ok(prepared.present({id, expiresAt: new Date(now().getTime() + ttlMs), rows, notes}));
		}),
		route(`POST ${path}/:id`, {access: 'admin', params: importParams, body: chosenBody}, async ({params, body}) => {
			// If two people add at the same time, one of them succeeds.
			const rows = await candidates.take(params.id);
			if (!rows) {
				throw new NotFound(
					'import_gone',
					'Too much time has passed, or somebody else is adding its rows right now. List the indexers again.',
				);
			}
			try {
				const results: Outcome[] = [];
				const ours = await deps.indexers.list(); // sealed, so it is not read anew for every row
				for (const {id, secrets: entered} of body.indexers) {
					results.push(
						await addRow(
							rows.find(each => each.id === id),
							{id, entered},
							{ours, deps},
						),
					);
				}
				return ok({indexers: results.map(outcome.present)});
			} finally {
				await candidates.put(params.id, rows);
			}
		}),
	];
}

const importParams = Joi.object<{id: string}, true>({id: Joi.string().max(100).required().description('Id of the import.')});

interface Prepared {
	candidates: ImportCandidate[];
	notes: string[];
}

function toSource({program, url, apiKey, files = [], database}: Source): ForeignSource {
	const needs = (name: string) => invalid([{path: name, message: `${name} is required`}]);
	if (program === 'prowlarr' && database !== undefined) {
		return {program, database, url: url ?? null, apiKey: apiKey ?? null};
	}
	if (program === 'prowlarr') {
		if (!url || !apiKey) {
			throw needs(url ? 'apiKey' : 'url');
		}
		return {program, url, apiKey};
	}
	if (files.length === 0 || (url && !apiKey)) {
		throw needs(files.length === 0 ? 'files' : 'apiKey');
	}
	const jackett = url && apiKey ? {url, apiKey} : null;
	const indexers = files.flatMap(file => readJackettFile(file, jackett) ?? []);
	if (indexers.length === 0) {
		throw invalid([{path: 'files', message: 'files must be those of the folder Indexers of Jackett, such as some-site.json'}]);
	}
	return {program, indexers};
}

function unread({program, files = []}: Source): string[] {
	const broken = files.filter(file => program === 'jackett' && /\.json$/i.test(file.name) && !readJackettFile(file, null));
	const names = broken.slice(0, 10).map(({name}) => name);
	return names.length === 0 ? [] : [`These files are no indexers of Jackett: ${names.join(', ')}.`];
}

const {add: addBody} = providerBodies(indexerFamily, []);

async function addRow(
	candidate: ImportCandidate | undefined,
	{id, entered}: {id: string; entered: Readonly<Record<string, string>>},
	{ours, deps}: {ours: Indexer[]; deps: RouteDeps},
): Promise<Outcome> {
	const {name = '', settings = null, needs = []} = candidate ?? {};
	const refused = (message: string): Outcome => ({id, name, outcome: 'refused', indexerId: null, message});
	if (!candidate || !settings) {
		return refused(candidate?.notes.at(-1) ?? 'There is no such row.');
	}
	if (ours.some(each => isSame(each, settings))) {
		return {id, name, outcome: 'exists', indexerId: null, message: 'There is an indexer that asks the same.'};
	}
	const missing = needs.filter(each => !entered[each.path]);
	if (missing.length > 0) {
		return refused(`It needs: ${missing.map(({label}) => label).join(', ')}.`);
	}
	const faults: Fault[] = [];
	const given = check(addBody, withSecrets(settings, needs, entered), {faults, convert: false, abortEarly: false});
	faults.push(...(await proxyFaults(settings.proxyTags ?? [], deps)));
	if (faults.length > 0) {
		return refused(inWords(faults));
	}
	try {
		const added = await deps.indexers.add(
			completeSettings(given ?? {}, null, indexerFamily).settings as Omit<IndexerSettings, 'id'>,
			deps.now(),
		);
		ours.push(added);
		await follow(added, deps);
		return {id, name, outcome: 'added', indexerId: added.id, message: null};
	} catch (failure) {
		if (isExpected(failure)) {
			return refused(failure instanceof Invalid && failure.faults.length > 0 ? inWords(failure.faults) : failure.message);
		}
		throw failure;
	}
}

const inWords = (faults: readonly Fault[]) => faults.map(({message}) => `${message.replace(/\.$/, '')}.`).join(' ');

/** As for one that a person added. Many are tested one after another, so the reply does not wait for it. */
async function follow(added: Indexer, deps: RouteDeps): Promise<void> {
	if (added.enabled && indexerFamily.isTestedWhenSaved(added)) {
		await promiseJob(checkConnection, {family: 'indexer', recordId: added.id}, deps);
	}
	if (isSearched(added)) {
		await restartSearches('all', deps);
	}
}

function withSecrets(
	settings: NonNullable<ImportCandidate['settings']>,
	needs: ImportCandidate['needs'],
	entered: Readonly<Record<string, string>>,
): object {
	const given = needs.map(({path: place}) => [place, entered[place] ?? ''] as const);
	const inner = given.flatMap(([place, value]) => (place.startsWith('settings.') ? [[place.slice('settings.'.length), value]] : []));
	const outer = given.filter(([place]) => !place.startsWith('settings.'));
	return {
		...settings,
		...Object.fromEntries(outer),
		...(settings.settings && {settings: {...settings.settings, ...Object.fromEntries(inner)}}),
	};
}

export const indexerImportsOperations: Operations = {
	[`POST ${path}`]: {
		id: 'prepareIndexerImport',
		summary: 'Show what the indexers of Prowlarr or Jackett would become here; nothing is written',
		replies: {200: prepared.schema},
	},
	[`POST ${path}/:id`]: {
		id: 'addImportedIndexers',
		summary: 'Add rows of an import as indexers',
		replies: {200: objectOf({indexers: outcome.list})},
	},
};
