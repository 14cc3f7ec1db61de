import Joi from 'joi';
import {defineJob} from '../job.ts';

/** The test of a notification is a message to people, so only they ask for it. */
const checkedKinds = ['indexer', 'downloadClient', 'subtitleProvider'] as const;

export interface CheckConnection {
	kind: (typeof checkedKinds)[number];
	recordId: string;
}

/** Tests a record that was just saved. The outcome becomes its status; nobody waits for the answer. */
export const checkConnection = defineJob<CheckConnection>({
	name: 'check-connection',
	queue: 'connections',
	payload: {kind: Joi.string().valid(...checkedKinds), recordId: Joi.string()},
	dedupeKey: ({kind, recordId}) => `${kind}-${recordId}`,
	runsAgain: true,
});
