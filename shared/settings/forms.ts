/**
 * Required forms of text settings, with descriptions for people. They must run in linear time,
 * because users write the texts.
 */
export const languageTag = {form: /^[a-z]{2}(?:-[A-Z]{2})?$/, words: 'a language code such as en or en-US'};
export const countryCode = {form: /^[A-Z]{2}$/, words: 'a country code of two capital letters'};
export const emptyOrAddress = {
	form: /^(?:https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?)?$/,
	words: 'empty or an address that begins with http:// or https:// and has no credentials',
};
/** For a setting that is secret. */
export const emptyOrSecretAddress = {
	form: /^(?:https?:\/\/[^\s/?#]+(?:\/[^\s?#]*)?)?$/,
	words: 'empty or an address that begins with http:// or https://',
};
export const emptyOrProxy = {
	form: /^(?:(?:https?|socks[45]):\/\/[^\s/?#\\]+\/?)?$/,
	words: 'empty or an address that begins with http://, https://, socks4:// or socks5:// and has no path',
};
export const emptyOrSha256 = {form: /^(?:[\da-fA-F]{64})?$/, words: 'empty or 64 hexadecimal digits'};
export const emptyOrPath = {
	form: /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/,
	words: 'empty or a path such as /kinoteka, without a slash at its end',
};
export const emptyOrFolder = {form: /^(?:\/\P{Cc}*)?$/u, words: 'empty or an absolute path without control characters'};
/** As browsers send it: scheme, host and port, in small letters. */
export const origin = {
	form: /^https?:\/\/[a-z\d_-]+(?:\.[a-z\d_-]+)*(?::\d{1,5})?$/,
	words: 'an address without a path, such as https://dash.example.org or http://nas:3000',
};
export const hostName = {form: /^[A-Za-z\d_-]+(?:\.[A-Za-z\d_-]+)*$/, words: 'a host name such as media.example.com, without a port'};
export const folderMode = {form: /^(?:7[0-7]{2})?$/, words: 'empty or three octal digits such as 775, the first of them 7'};
export const groupName = {form: /^(?:[A-Za-z_][A-Za-z0-9_.-]{0,31}|\d{1,10})?$/, words: 'empty, or the name or number of a group'};
export const safeCharacters = {
	form: /^[^\\/:*?"<>|\p{Cc}]*$/u,
	words: 'text without control characters and without any of \\ / : * ? " < > |',
};
