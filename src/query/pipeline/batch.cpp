#include "query/pipeline/batch.hpp"

namespace satchel::query {

template class Batch<ContactQuery<float>>;
template class Batch<ContactQuery<double>>;
template class Batch<VerdictQuery<float>>;
template class Batch<VerdictQuery<double>>;

}  // namespace satchel::query
