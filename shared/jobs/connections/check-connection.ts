import Joi from 'joi';
import {type FamilyName, familyNames} from '../../providers/families.ts';
import {defineJob} from '../job.ts';

export interface CheckConnection {
	family: FamilyName;
	recordId: string;
}

/** Tests a record that was just saved. The outcome becomes its status; nobody waits for the answer. */
export const checkConnection = defineJob<CheckConnection>({
	name: 'check-connection',
	queue: 'connections',
	payload: {family: Joi.string().valid(...familyNames), recordId: Joi.string()},
	dedupeKey: ({family, recordId}) => `${family}-${recordId}`,
	runsAgain: true,
});
