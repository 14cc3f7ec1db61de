import type {SharedBackoff} from '#shared/coordination/backoff.ts';
import type {DefinitionThread} from '#shared/definitions/definition-thread.ts';
import type {LoginCaptchas} from '#shared/store/definitions/login-captchas.ts';
import type {IndexerEvent} from '#shared/store/providers/indexer-activity.ts';
import type {LoginSessionsDeps} from '../../login-sessions.ts';
import type {DefinitionSource} from './definition-source.ts';

/** What indexers with definitions need in addition to what all need. */
export interface SiteDeps extends LoginSessionsDeps {
	definitions: DefinitionSource;
	thread: Pick<DefinitionThread, 'ask'>;
	/** Logins that sites refused, by account. */
	refusedLogins: SharedBackoff;
	/** Captchas that a person has to answer, by indexer. */
	captchas: LoginCaptchas;
	/** Counts logins in the statistics of indexers. */
	note(event: IndexerEvent): Promise<void>;
}
