import {isExpected} from '#shared/errors.ts';
import type {JobClient} from '#shared/jobs/client.ts';
import {checkMetadataKey} from '#shared/jobs/connections.ts';
import {sealPayload} from '#shared/jobs/sealed-payload.ts';
import {maskedSecret, type Secrets} from '#shared/secrets.ts';

/** How the check of a new key ended. `code` is null if the provider accepts it. */
export interface KeyCheck {
	success: boolean;
	code: string | null;
	message: string;
}

/** Milliseconds that the caller waits for the provider. */
const limitMs = 4000;

/** Has a worker ask the metadata provider about a key that was just stored. Null if no new key was given. */
export async function checkKey(apiKey: unknown, {jobs, secrets}: {jobs: JobClient; secrets: Secrets}): Promise<KeyCheck | null> {
	if (typeof apiKey !== 'string' || apiKey === '' || apiKey === maskedSecret) {
		return null;
	}
	const sealed = sealPayload(checkMetadataKey, {apiKey}, secrets);
	try {
		await jobs.ask(checkMetadataKey, {sealed}, {timeoutMs: limitMs});
		return {success: true, code: null, message: 'The metadata provider accepts the key.'};
	} catch (error) {
		return isExpected(error) ? {success: false, code: error.code, message: error.message} : unchecked;
	}
}

/** The key is stored, so a failure of ours must not say otherwise. */
const unchecked: KeyCheck = {
	success: false,
	code: 'unavailable',
	message: 'The key is stored, but could not be checked: Redis does not answer. Store it once more when it does.',
};
