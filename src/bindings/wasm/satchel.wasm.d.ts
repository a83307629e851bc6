// The module, to bundlers that give the address of an asset: load(address).
declare const address: string;
export default address;
