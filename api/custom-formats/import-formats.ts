import {type PromiseDeps, promiseAfter} from '#shared/coordination/outbox.ts';
import type {NewCustomFormat} from '#shared/domain/quality/custom-format.ts';
import {type ImportedFormats, type ImportFailure, importCustomFormats} from '#shared/domain/quality/import-custom-format.ts';
import {isExpected} from '#shared/errors.ts';
import {everyFile, rescoreFiles} from '#shared/jobs/refresh.ts';
import type {CustomFormatStore, StoredCustomFormat} from '#shared/store/profiles/custom-formats.ts';
import {patternFaults} from './pattern-faults.ts';
import {addFormatBody} from './schema.ts';

export interface ImportOutcome {
	created: StoredCustomFormat[];
	updated: StoredCustomFormat[];
	failures: ImportFailure[];
}

interface ImportDeps extends PromiseDeps {
	customFormats: Pick<CustomFormatStore, 'findByName' | 'hasOneOf' | 'change' | 'add'>;
	now: () => Date;
}

/**
 * Stores formats from the JSON of other programs. A format whose name exists is updated, and files are scored again; a
 * faulty one does not stop the others.
 */
export async function importFormats(json: unknown, deps: ImportDeps): Promise<ImportOutcome> {
	const read = importCustomFormats(json);
	const isUpdate = await deps.customFormats.hasOneOf(read.formats.map(({name}) => name));
	const store = () => storeFormats(read, deps);
	return isUpdate ? promiseAfter(store, {job: rescoreFiles, payload: everyFile}, deps) : store();
}

async function storeFormats({formats, failures}: ImportedFormats, {customFormats, now}: ImportDeps): Promise<ImportOutcome> {
	const outcome: ImportOutcome = {created: [], updated: [], failures: [...failures]};
	for (const format of formats) {
		const fault = faultOf(format);
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

/** Imported formats obey the same limits as formats sent to the API. */
function faultOf(format: NewCustomFormat): string | null {
	const {error} = addFormatBody.validate(format, {convert: false, errors: {wrap: {label: false}, label: 'path'}});
	return error?.message ?? patternFaults(format)[0]?.message ?? null;
}
