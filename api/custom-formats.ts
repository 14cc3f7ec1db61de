import Joi from 'joi';
import {idParams, readOnlyFields} from '#api/http/fields.ts';
import {type CheckedBody, invalid} from '#api/http/input.ts';
import {type Operations, recordOperations} from '#api/http/operation.ts';
import {refuseUsed} from '#api/http/references.ts';
import {created, noContent, ok, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {changeWithJob, type PromiseDeps} from '#shared/coordination/outbox.ts';
import type {Condition, NewCustomFormat} from '#shared/domain/quality/custom-format.ts';
import {type Program, programs} from '#shared/domain/quality/exported-codes.ts';
import {type ImportedFormats, type ImportFailure, importCustomFormats, programOf} from '#shared/domain/quality/import-custom-format.ts';
import {scopes} from '#shared/domain/scope.ts';
import {isExpected} from '#shared/errors.ts';
import {everyFile, rescoreFiles} from '#shared/jobs/refresh.ts';
import {addFormatBody, condition, formatFault, formatFields, patternFaults, patternsIn} from '#shared/patterns/custom-format-body.ts';
import type {PatternMatcher} from '#shared/patterns/match-patterns.ts';
import {createPatternTrial} from '#shared/patterns/pattern-faults.ts';
import {flag, oneOf, orNull, stamps, text, textOrNull} from '#shared/presenters/fields.ts';
import {from, type Part, viewOf} from '#shared/presenters/view.ts';
import type {CustomFormatStore, StoredCustomFormat} from '#shared/store/profiles/custom-formats.ts';

/** The published formats of all kinds together have about 25,000 fields and list items. */
const bodyLimit = {nodes: 60_000};

export function customFormatsRoutes(deps: RouteDeps): Route[] {
	const {customFormats, qualityProfiles, struckPatterns, now} = deps;
	const findFaults = ({body: {conditions = []}}: CheckedBody<NewCustomFormat>) =>
		patternFaults({conditions}, createPatternTrial(deps.patternMatcher));
	return [
		route('GET /api/custom-formats', {access: 'auth'}, async () =>
			ok({customFormats: (await customFormats.list()).map(customFormat.present)}),
		),
		route('POST /api/custom-formats/import', {access: 'admin', query: importQuery, body: importBody, bodyLimit}, async ({query, body}) => {
			const program = query.program ?? programOf(body);
			if (program === null) {
				throw invalid([{path: 'program', message: unknownProgram}]);
			}
			return ok(imported.present(await importFormats(body, program, deps)));
		}),
		route('GET /api/custom-formats/:id', {access: 'auth', params: idParams}, async ({params}) =>
			ok(customFormat.present(await customFormats.get(params.id))),
		),
		route('POST /api/custom-formats', {access: 'admin', body: addFormatBody, findFaults}, async ({body}) => {
			await struckPatterns.forget(patternsIn(body));
			return created(customFormat.present(await customFormats.add(body, now())));
		}),
		route('PUT /api/custom-formats/:id', {access: 'admin', params: idParams, body: editFormatBody, findFaults}, async ({params, body}) => {
			const {id} = await customFormats.get(params.id);
			await struckPatterns.forget(patternsIn({conditions: body.conditions ?? []}));
			const change = () => customFormats.change(id, body, now());
			const changed = await changeWithJob(change, {job: rescoreFiles, payload: everyFile}, deps);
			return ok(customFormat.present(changed));
		}),
		route('DELETE /api/custom-formats/:id', {access: 'admin', params: idParams}, async ({params}) => {
			const {id, name} = await customFormats.get(params.id);
			refuseUsed(name, await qualityProfiles.namesScoring(id), 'Set its score to 0 there first.');
			await customFormats.remove(id);
			await qualityProfiles.forgetFormat(id);
			return noContent;
		}),
	];
}

export interface ImportOutcome {
	created: StoredCustomFormat[];
	updated: StoredCustomFormat[];
	failures: ImportFailure[];
}

interface ImportDeps extends PromiseDeps {
	customFormats: Pick<CustomFormatStore, 'findByName' | 'hasOneOf' | 'change' | 'add'>;
	patternMatcher: Pick<PatternMatcher, 'findSlow'>;
	now: () => Date;
}

/**
 * Stores formats from the JSON of other programs. A format whose name exists is updated, and files are scored again; a
 * faulty one does not stop the others.
 */
export async function importFormats(json: unknown, program: Program, deps: ImportDeps): Promise<ImportOutcome> {
	const read = importCustomFormats(json, program);
	const isUpdate = await deps.customFormats.hasOneOf(read.formats.map(({name}) => name));
	const store = () => storeFormats(read, deps);
	return isUpdate ? changeWithJob(store, {job: rescoreFiles, payload: everyFile}, deps) : store();
}

async function storeFormats(
	{formats, failures}: ImportedFormats,
	{customFormats, patternMatcher, now}: ImportDeps,
): Promise<ImportOutcome> {
	const outcome: ImportOutcome = {created: [], updated: [], failures: [...failures]};
	const trial = createPatternTrial(patternMatcher);
	for (const format of formats) {
		const fault = await formatFault(format, trial);
		if (fault) {
			outcome.failures.push({name: format.name, error: fault});
			continue;
		}
		try {
			const known = await customFormats.findByName(format.name);
			const stored = known ? await customFormats.change(known.id, format, now()) : await customFormats.add(format, now());
			outcome[known ? 'updated' : 'created'].push(stored);
		} catch (error) {
			if (!isExpected(error)) {
				throw error;
			}
			outcome.failures.push({name: format.name, error: error.message});
		}
	}
	return outcome;
}

const editFormatBody = Joi.object<Partial<NewCustomFormat>>({...formatFields, ...readOnlyFields('lastError')});

/** Maximum number of formats in one import. */
const maxFormats = 1000;

/** A format as Radarr and Sonarr export it. */
const exported = {
	name: 'x265',
	includeCustomFormatWhenRenaming: false,
	specifications: [
		{name: 'x265', implementation: 'ReleaseTitleSpecification', negate: false, required: true, fields: {value: '[xh][ ._-]?265'}},
	],
};

interface ImportQuery {
	program?: Program;
}
const importQuery = Joi.object<ImportQuery, true>({
	program: Joi.string()
		.valid(...programs)
		.description('Program that exported the formats. If left out, it is recognized by what only one of them has.'),
});
const unknownProgram =
	'program must be radarr or sonarr: sources, languages and flags have different numbers in each, and nothing in these formats tells whose they are';

/** JSON of other programs: `importCustomFormats` reads it format by format. */
const importBody = Joi.alternatives<unknown>(Joi.object().unknown().example(exported), Joi.array().max(maxFormats));

const conditions: Part<readonly Condition[]> = {
	schema: Joi.array().items(condition),
	present: list => list.map(({name, kind, value, negate, required}) => ({name, kind, value, negate, required})),
};

const customFormat = viewOf<StoredCustomFormat>()(
	{
		id: text,
		name: text,
		conditions,
		includeWhenRenaming: flag,
		scope: from(orNull(oneOf(scopes)), ({scope = null}: StoredCustomFormat) => scope),
		lastError: textOrNull.description('Why one of its patterns is treated as not matching; null if all of them run.'),
		...stamps,
	},
	'CustomFormat',
);

interface Imported {
	created: StoredCustomFormat[];
	updated: StoredCustomFormat[];
	failures: {name: string; error: string}[];
}
const imported = viewOf<Imported>()({
	created: customFormat.list,
	updated: customFormat.list,
	failures: viewOf<Imported['failures'][number]>()({name: text, error: text}).list,
});

export const customFormatsOperations: Operations = {
	...recordOperations('/api/custom-formats', {
		name: 'CustomFormat',
		view: customFormat,
		deletable: 'a custom format that is in no profile',
	}),
	'POST /api/custom-formats/import': {
		id: 'importCustomFormats',
		summary: 'Import one or more custom formats in the JSON format of Radarr, Sonarr and TRaSH',
		replies: {200: imported.schema},
	},
};
