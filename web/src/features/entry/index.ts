export { EntryFrame } from './EntryFrame';
export { ProviderButton } from './ProviderButton';
export { TextLink } from './TextLink';
