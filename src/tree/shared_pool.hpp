// A pool of items that tasks borrow. Creates as many items as tasks run at once, and keeps them.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace satchel::tree {

template <class T>
class SharedPool {
 public:
  class Loan {
   public:
    explicit Loan(SharedPool& pool) : pool_(pool), item_(pool.take()) {}
    ~Loan() { pool_.give_back(item_); }
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;
    T& operator*() const { return *item_; }
    T* operator->() const { return item_; }

   private:
    SharedPool& pool_;
    T* item_;
  };

  /// All items. Must not be called while tasks run.
  const std::vector<std::unique_ptr<T>>& items() const { return items_; }

 private:
  T* take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) {
      free_.reserve(items_.size() + 1);  // so that give_back cannot fail
      items_.push_back(std::make_unique<T>());
      return items_.back().get();
    }
    T* const item = free_.back();
    free_.pop_back();
    return item;
  }
  void give_back(T* item) noexcept {
    const std::lock_guard lock(mutex_);
    free_.push_back(item);
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> items_;
  std::vector<T*> free_;
};

}  // namespace satchel::tree
