import mongoose from 'mongoose';

const badValue = 2;

/** On first start, lists may be requested before their indexes exist. MongoDB has no separate error code for that. */
export function isWithoutIndex(error: unknown): boolean {
	return error instanceof mongoose.mongo.MongoServerError && error.code === badValue && error.message.includes('hint');
}

/** Reads by this index, or, as long as it is being built, by whichever MongoDB chooses. */
export async function byIndex<T>(index: string, read: (options: {hint?: string}) => Promise<T>): Promise<T> {
	try {
		return await read({hint: index});
	} catch (error) {
		if (!isWithoutIndex(error)) {
			throw error;
		}
		return await read({});
	}
}
