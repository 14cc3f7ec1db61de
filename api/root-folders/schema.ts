import Joi from 'joi';

export interface AddRootFolderBody {
	path: string;
	name?: string;
}
export const addRootFolderBody = Joi.object<AddRootFolderBody, true>({
	path: Joi.string().max(4096).required(),
	name: Joi.string().max(200),
});
