import type {Database} from '#shared/store/database.ts';

/** Lists are cached by their revisions, which are two writes for each change. Hardly anybody reads a list here. */
export function leaveOutRevisions({connection}: Database): void {
	const collection = connection.collection.bind(connection);
	const none = {updateOne: async () => ({matchedCount: 1}), findOne: async () => null};
	connection.collection = ((name: string, ...rest: []) =>
		name === 'revisions' ? none : collection(name, ...rest)) as unknown as typeof connection.collection; // only these are called
}
