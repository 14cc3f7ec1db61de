import type {Request} from 'express';
import type {Settings} from '#shared/settings/settings.ts';

/** Whether the settings say that users reach the service over https. */
export function isHttpsService(settings: Settings): boolean {
	return settings.get('externalUrl.useSsl') || settings.get('externalUrl.externalUrl').startsWith('https:');
}

/**
 * Whether the caller's own connection is encrypted. What a proxy says counts when the settings say that there is one
 * with https; a caller who lies only misleads himself.
 */
export function arrivedByHttps(request: Request, settings: Settings): boolean {
	return request.secure || (isHttpsService(settings) && request.get('x-forwarded-proto')?.split(',')[0]?.trim() === 'https');
}
