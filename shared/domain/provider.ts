/** What the settings of every provider have: an indexer, a download client, a subtitle provider, a notification. */
export interface ProviderSettings {
	id: string;
	name: string;
	kind: string;
	/** Its address, or the path of a folder; null for the built-in download client. */
	url: string | null;
	enabled: boolean;
}

/** What the service learned about a provider by using it. */
export interface ProviderHealth {
	status: string;
	lastError: string | null;
}

/** What is recorded about the address of a provider when it is first contacted. */
export interface ProviderNetwork {
	/** Whether the host name resolved to the public network; null if unknown. It must stay that way. */
	isPublic?: boolean | null;
}

export type ProviderRecord<Settings extends ProviderSettings, Health extends ProviderHealth> = Settings &
	Health &
	ProviderNetwork & {createdAt: Date; updatedAt: Date};

/** What each kind of a provider declares. */
export interface ProviderKind<Setting = string> {
	/** The settings that mean something to this kind and not to all others. Settings that no kind names are for all. */
	uses: readonly Setting[];
	/** Its `url` is the path of a folder, which is no secret. */
	isFolder?: true;
}

/** Which kinds use each setting that is not for all. */
export function kindsBySetting(kinds: Readonly<Record<string, ProviderKind>>): Record<string, string[]> {
	const bySetting: Record<string, string[]> = {};
	for (const [kind, {uses}] of Object.entries(kinds)) {
		for (const setting of uses) {
			bySetting[setting] = [...(bySetting[setting] ?? []), kind];
		}
	}
	return bySetting;
}
