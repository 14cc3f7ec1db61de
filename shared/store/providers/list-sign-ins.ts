import type {Model} from 'mongoose';
import type {ListSignIn, ListTokens} from '../../domain/import-lists/sign-in.ts';
import type {Sealing} from '../sealing/sealed-fields.ts';

/** The account data stored with a list, which is not part of its record. */
export const signedOut = {tokens: null, account: null, signIn: null, signInId: null, authorizedUntil: null};
export const signInFields = {tokens: 0, account: 0, signIn: 0, signInId: 0} as const;

interface SignInRow {
	_id: string;
	/** Sealed. */
	tokens?: ListTokens | null;
	/** The sign-in that the tokens come from. */
	account?: string | null;
	/** Sealed. The last one. */
	signIn?: ListSignIn | null;
	signInId?: string | null;
	updatedAt: Date;
}

/** The tokens of a list, and the sign-in that they come from. */
export interface ListAccount {
	id: string;
	tokens: ListTokens;
}

/**
 * How lists get into accounts. Everything is written only if no other sign-in has begun, and no other app or address
 * was entered since; the record itself may change meanwhile.
 */
export function createListSignIns(model: Model<SignInRow>, sealing: Sealing) {
	const fields = {tokens: 1, account: 1, signIn: 1, signInId: 1} as const;
	const read = async (listId: string) => {
		const row = await model.findById(listId, fields).lean<SignInRow>();
		return row && sealing.open(row);
	};
	const write = async (listId: string, only: Partial<SignInRow>, change: object): Promise<boolean> => {
		const {matchedCount} = await model.updateOne({_id: listId, ...only}, {$set: sealing.seal(listId, change)});
		return matchedCount > 0;
	};
	const held = (tokens: ListTokens) => ({tokens, authorizedUntil: tokens.expiresAt === null ? null : new Date(tokens.expiresAt)});
	return {
		/** The account of a list; null if it is not signed in. */
		async account(listId: string): Promise<ListAccount | null> {
			const row = await read(listId);
			return row?.tokens && row.account ? {id: row.account, tokens: row.tokens} : null;
		},
		/** The last sign-in, whatever became of it. */
		last: async (listId: string): Promise<ListSignIn | null> => (await read(listId))?.signIn ?? null,
		/** Replaces any earlier one. False if the record was changed since it was `seen`. */
		begin: (listId: string, signIn: ListSignIn, {updatedAt}: {updatedAt: Date}) =>
			write(listId, {updatedAt}, {signIn, signInId: signIn.id}),
		/** How it ended without an account, or what its wait is now. */
		note: (listId: string, signIn: ListSignIn) => write(listId, {signInId: signIn.id}, {signIn}),
		/** The person has signed in, so the list is read as if it had never failed. */
		grant: (listId: string, signIn: ListSignIn, tokens: ListTokens) =>
			write(
				listId,
				{signInId: signIn.id},
				{
					...held(tokens),
					account: signIn.id,
					signIn: {...signIn, deviceCode: '', state: 'done'},
					status: 'ok',
					lastError: null,
					disabledUntil: null,
					failures: 0,
					nextSyncAt: null,
				},
			),
		/** Stored before they are used, because the old tokens no longer work. */
		renew: (listId: string, account: string, tokens: ListTokens) => write(listId, {account}, held(tokens)),
	};
}
