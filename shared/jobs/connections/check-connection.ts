import Joi from 'joi';
import {defineJob} from '../job.ts';
import {type TestConnection, testedKinds} from './test-connection.ts';

export interface CheckConnection {
	kind: TestConnection['kind'];
	recordId: string;
}

/** Tests a record that was just saved. The outcome becomes its status; nobody waits for the answer. */
export const checkConnection = defineJob<CheckConnection>({
	name: 'check-connection',
	queue: 'connections',
	payload: {kind: Joi.string().valid(...testedKinds), recordId: Joi.string()},
	dedupeKey: ({kind, recordId}) => `${kind}-${recordId}`,
	runsAgain: true,
});
