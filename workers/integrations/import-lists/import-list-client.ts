import type {ImportListSettings} from '#shared/domain/import-lists/import-list.ts';
import type {ListEntry} from '#shared/domain/import-lists/list-item.ts';
import type {ListTokens, SignInState, StartedSignIn} from '#shared/domain/import-lists/sign-in.ts';
import type {Http} from '../http/http.ts';
import type {MetadataProvider} from '../metadata/metadata-provider.ts';
import type {ListAccounts} from './list-accounts.ts';

/** What a source says, in its own order. */
export interface ListAnswer {
	entries: ListEntry[];
	/** Why this is not the whole list, for people; null if it is. */
	missing: string | null;
	/** What failed after the first page. */
	failure: Error | null;
}

/**
 * One list at its source. `read` fetches all of it, within bounds. Throws Invalid `authentication_failed` or
 * `sign_in_needed`, TooMany, UpstreamFailed, Cancelled; a failure after the first page is part of the answer.
 */
export interface ImportListClient {
	read(signal: AbortSignal): Promise<ListAnswer>;
	test(signal: AbortSignal): Promise<{version: string | null; details: string[]}>;
}

export interface ImportListDeps {
	http: Http;
	now(): Date;
	/** A page of the metadata provider, asked with its key and never out of its cache. */
	listPage: MetadataProvider['listPage'];
	/** The file that was uploaded for a list; null for none. */
	readFile(listId: string): Promise<Uint8Array | null>;
	accounts: ListAccounts;
	/** Real time by default. */
	pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export type OpenKind = (settings: ImportListSettings, deps: ImportListDeps) => ImportListClient;

/** What a service says about a code: it gives tokens, waits for the person, wants fewer questions, or has ended it. */
export type SignInAnswer =
	| {state: 'done'; tokens: ListTokens}
	| {state: 'waiting'; slower: boolean}
	| {state: Exclude<SignInState, 'done' | 'waiting'>; message: string};

/** How a person signs in to an account at the service of a list. Throws like a client. */
export interface SignInClient {
	start(signal: AbortSignal): Promise<StartedSignIn>;
	/** Not to be stopped once it is sent: its answer is given only once. */
	ask(deviceCode: string): Promise<SignInAnswer>;
}

export type OpenSignIn = (settings: ImportListSettings, deps: Pick<ImportListDeps, 'http' | 'now'>) => SignInClient;
