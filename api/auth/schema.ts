import Joi from 'joi';
import {newPassword, asSecret} from '#api/http/fields.ts';

export interface LoginBody {
	username: string;
	password: string;
}
export const loginBody = Joi.object<LoginBody, true>({
	username: Joi.string().max(200).required(),
	password: asSecret(Joi.string().max(1000).required()),
});

export interface PasswordBody {
	currentPassword: string;
	newPassword: string;
}
export const passwordBody = Joi.object<PasswordBody, true>({
	currentPassword: asSecret(Joi.string().max(1000).required()),
	newPassword: newPassword.required(),
});
