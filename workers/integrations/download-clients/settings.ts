import type {DownloadClientKind} from '#shared/domain/downloads/client-kinds.ts';

/** A stored download client with its secrets in plain text. */
export interface DownloadClientSettings {
	id: string;
	kind: DownloadClientKind;
	/** Where its web interface answers; null for those that have none. */
	url: string | null;
	username: string | null;
	password: string | null;
	apiKey: string | null;
	category: string;
	/** Where it saves, as it sees the path; null leaves that to the client. */
	directory: string | null;
	addPaused: boolean;
	/** What only one kind has. */
	settings: Readonly<Record<string, unknown>>;
}
