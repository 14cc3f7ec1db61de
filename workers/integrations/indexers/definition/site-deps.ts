import type {SharedBackoff} from '#shared/coordination/backoff.ts';
import type {DefinitionThread} from '#shared/definitions/definition-thread.ts';
import type {IndexerEvent} from '#shared/domain/indexers/indexer-activity.ts';
import type {DefinitionStore} from '#shared/store/definitions/definitions.ts';
import type {LoginSessionsDeps} from '../../login-sessions.ts';

/** What indexers by definition need beside what all need. */
export interface SiteDeps extends LoginSessionsDeps {
	definitions: Pick<DefinitionStore, 'text'>;
	thread: Pick<DefinitionThread, 'ask'>;
	/** Logins that sites refused, by account. */
	refusedLogins: SharedBackoff;
	/** Counts logins in the statistics of indexers. */
	note(event: IndexerEvent): Promise<void>;
}
