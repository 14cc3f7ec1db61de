import Joi from 'joi';
import {readOnlyFields} from '#api/http/fields.ts';
import type {RemotePathMapping} from '#shared/domain/imports/map-remote-path.ts';

const fields = {
	host: Joi.string()
		.max(255)
		.pattern(/^[^\s/\\]+$/, 'a host name or address without scheme and port, as in the url of the download client'),
	remotePath: Joi.string()
		.max(4096)
		.pattern(/^(?:\/|[A-Za-z]:[\\/]|\\\\)/, 'an absolute path as the download client sees it'),
	localPath: Joi.string().max(4096).pattern(/^\//, 'an absolute path as this service sees it'),
};

export const addMappingBody = Joi.object<RemotePathMapping, true>({
	host: fields.host.required(),
	remotePath: fields.remotePath.required(),
	localPath: fields.localPath.required(),
});
export const editMappingBody = Joi.object<Partial<RemotePathMapping>>({...fields, ...readOnlyFields()});
