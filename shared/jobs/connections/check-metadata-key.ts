import Joi from 'joi';
import {defineJob} from '../job.ts';

export interface CheckMetadataKey {
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
